//! Loads libz3 when its first thread starts instead of with the process. Most puzzles never need Z3, and loading it
//! with the C++ library takes some 2 ms, half of the time of a small puzzle.
//!
//! Each function of Z3 that the bindings call is defined here as a jump to its address in the library, so that the
//! linker needs no libz3. A function missing from the list would bring the dependency back, and the process would fail
//! to start; `tests/main` checks the list. Without the cfg `lazy_z3` from `build.rs` (on another system, or with a
//! libz3 linked into the program) there are no jumps, and nothing is loaded.
//!
//! The library is searched where it was at build time, then where the system keeps its libraries: never in a folder
//! relative to the program, because anybody might be able to write there.

/// Loads libz3 if it isn't loaded yet. Must be called before any other function of Z3. The error is a sentence.
pub(super) fn load() -> Result<(), String> {
    #[cfg(lazy_z3)]
    {
        static LOADED: std::sync::OnceLock<Result<(), String>> = std::sync::OnceLock::new();
        LOADED.get_or_init(jumps::load).clone()
    }
    #[cfg(not(lazy_z3))]
    Ok(())
}

#[cfg(lazy_z3)]
mod jumps {
    use std::ffi::{CStr, CString, c_uint, c_void};
    use std::path::PathBuf;
    use std::sync::atomic::{AtomicPtr, Ordering};

    /// Found by `build.rs`: the file's name and its folder.
    const LIBRARY: &str = env!("SATOR_LIBZ3");
    const FOLDER: &str = env!("SATOR_LIBZ3_FOLDER");
    /// The oldest version of Z3 that the bindings support, as in `build.rs`.
    const OLDEST: (c_uint, c_uint, c_uint) = (4, 13, 3);

    /// The target of every jump before libz3 is loaded.
    extern "C" fn not_loaded() -> ! {
        eprintln!("error: Z3 was called before it was loaded");
        std::process::abort()
    }

    /// The place at build time, then the system's places for libraries. Places that no longer exist are skipped.
    fn places() -> impl Iterator<Item = PathBuf> {
        let built = PathBuf::from(FOLDER).join(LIBRARY);
        [built].into_iter().filter(|file| file.is_file()).chain([PathBuf::from(LIBRARY)])
    }

    pub(super) fn load() -> Result<(), String> {
        first_usable(places()).map_err(|failed| format!("Z3 can't be loaded: {failed}"))
    }

    /// Uses the functions of the first library that has them all and is new enough, or returns what is wrong with each.
    pub(super) fn first_usable(places: impl Iterator<Item = PathBuf>) -> Result<(), String> {
        let mut failed = Vec::new();
        for file in places {
            match open(file.clone()).and_then(functions_of) {
                Ok(functions) => {
                    for ((_, place), function) in FUNCTIONS.iter().zip(functions) {
                        place.store(function, Ordering::Release);
                    }
                    return Ok(());
                }
                Err(error) => failed.push(format!("{}: {error}", file.display())),
            }
        }
        Err(failed.join("; "))
    }

    fn open(file: PathBuf) -> Result<*mut c_void, String> {
        let file = CString::new(file.into_os_string().into_encoded_bytes()).map_err(|error| error.to_string())?;
        // SAFETY: the name ends with a 0. What a library does while it loads is up to libz3, as with the system's
        // loader.
        let library = unsafe { libc::dlopen(file.as_ptr(), libc::RTLD_LAZY | libc::RTLD_LOCAL) };
        if library.is_null() { Err(last_error()) } else { Ok(library) }
    }

    /// The functions of a library that is new enough, in the order of the list.
    fn functions_of(library: *mut c_void) -> Result<Vec<*mut c_void>, String> {
        let find = |name: &CStr| {
            // SAFETY: an open library, and a name that ends with a 0.
            let function = unsafe { libc::dlsym(library, name.as_ptr()) };
            if function.is_null() { Err(last_error()) } else { Ok(function) }
        };
        let [mut major, mut minor, mut build, mut revision] = [0; 4];
        let version = find(c"Z3_get_version")?;
        // SAFETY: this is Z3's function of this name, which writes four numbers.
        unsafe {
            let version: extern "C" fn(*mut c_uint, *mut c_uint, *mut c_uint, *mut c_uint) =
                std::mem::transmute(version);
            version(&mut major, &mut minor, &mut build, &mut revision);
        }
        if (major, minor, build) < OLDEST {
            let (a, b, c) = OLDEST;
            return Err(format!("Z3 {major}.{minor}.{build} is older than {a}.{b}.{c}"));
        }
        FUNCTIONS.iter().map(|(name, _)| find(name)).collect()
    }

    fn last_error() -> String {
        // SAFETY: null, or a text that ends with a 0 and lives until the next call of the loader.
        unsafe {
            let text = libc::dlerror();
            if text.is_null() { String::new() } else { CStr::from_ptr(text).to_string_lossy().into_owned() }
        }
    }

    /// A text that ends with a 0.
    const fn name(text: &'static str) -> &'static CStr {
        match CStr::from_bytes_with_nul(text.as_bytes()) {
            Ok(name) => name,
            Err(_) => panic!("no name of a function"),
        }
    }

    macro_rules! functions {
        ($($name:ident)*) => {
            const FUNCTIONS: &[(&CStr, &AtomicPtr<c_void>)] = &[$((name(concat!(stringify!($name), "\0")), &$name::PLACE)),*];
            $(
                #[allow(non_snake_case, reason = "the names are Z3's")]
                mod $name {
                    pub(super) static PLACE: super::AtomicPtr<super::c_void> =
                        super::AtomicPtr::new(super::not_loaded as *mut super::c_void);

                    // SAFETY: the name is one of Z3's, and the target is Z3's function; a jump leaves all arguments and
                    // the return address as they are.
                    #[unsafe(no_mangle)]
                    #[unsafe(naked)]
                    extern "C" fn $name() {
                        std::arch::naked_asm!("jmp qword ptr [rip + {place}]", place = sym PLACE)
                    }
                }
            )*
        };
    }

    functions! {
        Z3_ast_to_string Z3_ast_vector_dec_ref Z3_ast_vector_get Z3_ast_vector_inc_ref Z3_ast_vector_size Z3_dec_ref
        Z3_del_config Z3_del_context Z3_func_decl_to_ast Z3_get_app_decl Z3_get_ast_id Z3_get_ast_kind Z3_get_bool_value
        Z3_get_error_code Z3_get_estimated_alloc_size Z3_get_numeral_int64 Z3_get_sort Z3_get_sort_kind
        Z3_global_param_set Z3_inc_ref Z3_interrupt Z3_is_eq_sort Z3_mk_add Z3_mk_and Z3_mk_atleast Z3_mk_atmost
        Z3_mk_bool_sort Z3_mk_config Z3_mk_const Z3_mk_context_rc Z3_mk_distinct Z3_mk_div Z3_mk_eq Z3_mk_false
        Z3_mk_iff Z3_mk_implies Z3_mk_int64 Z3_mk_int_sort Z3_mk_int_symbol Z3_mk_ite Z3_mk_le Z3_mk_lt Z3_mk_mod
        Z3_mk_mul Z3_mk_not Z3_mk_or Z3_mk_params Z3_mk_pbeq Z3_mk_pbge Z3_mk_solver Z3_mk_solver_for_logic
        Z3_mk_string_symbol Z3_mk_true Z3_model_dec_ref Z3_model_get_const_interp Z3_model_inc_ref Z3_params_dec_ref
        Z3_params_inc_ref Z3_params_set_bool Z3_params_set_uint Z3_set_error_handler Z3_simplify Z3_solver_assert
        Z3_solver_check Z3_solver_check_assumptions Z3_solver_dec_ref Z3_solver_get_model Z3_solver_get_reason_unknown
        Z3_solver_get_unsat_core Z3_solver_inc_ref Z3_solver_set_params Z3_sort_to_ast Z3_sort_to_string Z3_to_app
    }
}

#[cfg(all(test, lazy_z3))]
mod tests {
    use std::path::PathBuf;

    /// Names a library that can't be loaded and one that isn't Z3, and tries the next.
    #[test]
    fn what_fails_is_named_and_the_next_place_tried() {
        let folder = tempfile::tempdir().unwrap();
        let damaged = folder.path().join("libz3.so");
        std::fs::write(&damaged, "no library").unwrap();
        // Every program has this library.
        let other = PathBuf::from("libc.so.6");
        let named = super::jumps::first_usable([damaged.clone(), other.clone()].into_iter()).unwrap_err();
        assert!(named.contains(&format!("{}: ", damaged.display())), "{named}");
        assert!(named.contains("; libc.so.6: ") && named.contains("Z3_get_version"), "{named}");
        let built = PathBuf::from(env!("SATOR_LIBZ3_FOLDER")).join(env!("SATOR_LIBZ3"));
        assert_eq!(super::jumps::first_usable([damaged, other, built].into_iter()), Ok(()));
    }
}
