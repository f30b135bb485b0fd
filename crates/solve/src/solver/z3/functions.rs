//! Defines the functions of Z3 that the bindings call. Each passes its arguments on to the libz3 that [`super::library`]
//! opened, so that a program links without libz3, on every system.
//!
//! A row whose type differs from the declaration in z3-sys doesn't compile. A function that the bindings call and that has no
//! row is an undefined symbol when the program is linked: add its declaration from z3-sys as a row.

use libloading::{Error, Library};
use std::ffi::{c_int, c_uint};
use std::sync::OnceLock;
use z3_sys::*;

static FUNCTIONS: OnceLock<Functions> = OnceLock::new();

/// Makes the bindings call these functions. Later calls change nothing.
pub(super) fn install(functions: Functions) {
    // Functions that were installed before are Z3's as well.
    let _ = FUNCTIONS.set(functions);
}

fn installed() -> &'static Functions {
    FUNCTIONS.get().unwrap_or_else(|| {
        eprintln!("error: Z3 was called before it was loaded");
        std::process::abort()
    })
}

macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions of one libz3.
        #[allow(non_snake_case, reason = "the names are Z3's")]
        pub(super) struct Functions {
            $($name: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
        }

        impl Functions {
            /// Looks the functions up in a library.
            ///
            /// # Safety
            /// The library is a libz3, and stays open.
            ///
            /// # Errors
            /// A function is missing in the library.
            pub(super) unsafe fn of(library: &Library) -> Result<Functions, Error> {
                // SAFETY: a libz3 has functions of these types under these names.
                unsafe { Ok(Functions { $($name: *library.get(concat!(stringify!($name), "\0"))?,)* }) }
            }
        }

        $(
            // The row has the type of the declaration.
            const _: unsafe extern "C" fn($($type),*) $(-> $result)? = z3_sys::$name;

            // SAFETY: the name is Z3's, and the function does what Z3's does.
            #[allow(non_snake_case, reason = "the names are Z3's")]
            #[unsafe(no_mangle)]
            unsafe extern "C" fn $name($($argument: $type),*) $(-> $result)? {
                // SAFETY: the caller keeps the contract of Z3's function.
                unsafe { (installed().$name)($($argument),*) }
            }
        )*
    };
}

functions! {
    fn Z3_ast_to_string(c: Z3_context, a: Z3_ast) -> Z3_string;
    fn Z3_ast_vector_dec_ref(c: Z3_context, v: Z3_ast_vector);
    fn Z3_ast_vector_get(c: Z3_context, v: Z3_ast_vector, i: c_uint) -> Option<Z3_ast>;
    fn Z3_ast_vector_inc_ref(c: Z3_context, v: Z3_ast_vector);
    fn Z3_ast_vector_size(c: Z3_context, v: Z3_ast_vector) -> c_uint;
    fn Z3_dec_ref(c: Z3_context, a: Z3_ast);
    fn Z3_del_config(c: Z3_config);
    fn Z3_del_context(c: Z3_context);
    fn Z3_func_decl_to_ast(c: Z3_context, f: Z3_func_decl) -> Option<Z3_ast>;
    fn Z3_get_app_decl(c: Z3_context, a: Z3_app) -> Option<Z3_func_decl>;
    fn Z3_get_ast_id(c: Z3_context, t: Z3_ast) -> c_uint;
    fn Z3_get_ast_kind(c: Z3_context, a: Z3_ast) -> Z3_ast_kind;
    fn Z3_get_bool_value(c: Z3_context, a: Z3_ast) -> Z3_lbool;
    fn Z3_get_error_code(c: Z3_context) -> Z3_error_code;
    fn Z3_get_estimated_alloc_size() -> u64;
    fn Z3_get_numeral_int64(c: Z3_context, v: Z3_ast, i: *mut i64) -> bool;
    fn Z3_get_sort(c: Z3_context, a: Z3_ast) -> Option<Z3_sort>;
    fn Z3_get_sort_kind(c: Z3_context, t: Z3_sort) -> Z3_sort_kind;
    fn Z3_global_param_set(param_id: Z3_string, param_value: Z3_string);
    fn Z3_inc_ref(c: Z3_context, a: Z3_ast);
    fn Z3_interrupt(c: Z3_context);
    fn Z3_is_eq_sort(c: Z3_context, s1: Z3_sort, s2: Z3_sort) -> bool;
    fn Z3_mk_add(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_and(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_atleast(c: Z3_context, num_args: c_uint, args: *const Z3_ast, k: c_uint) -> Option<Z3_ast>;
    fn Z3_mk_atmost(c: Z3_context, num_args: c_uint, args: *const Z3_ast, k: c_uint) -> Option<Z3_ast>;
    fn Z3_mk_bool_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_config() -> Option<Z3_config>;
    fn Z3_mk_const(c: Z3_context, s: Z3_symbol, ty: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_context_rc(c: Z3_config) -> Option<Z3_context>;
    fn Z3_mk_distinct(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_div(c: Z3_context, arg1: Z3_ast, arg2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_eq(c: Z3_context, l: Z3_ast, r: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_false(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_iff(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_implies(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_int64(c: Z3_context, v: i64, ty: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_int_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_int_symbol(c: Z3_context, i: c_int) -> Option<Z3_symbol>;
    fn Z3_mk_ite(c: Z3_context, t1: Z3_ast, t2: Z3_ast, t3: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_le(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_lt(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_mod(c: Z3_context, arg1: Z3_ast, arg2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_mul(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_not(c: Z3_context, a: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_or(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_params(c: Z3_context) -> Option<Z3_params>;
    fn Z3_mk_pbeq(c: Z3_context, num_args: c_uint, args: *const Z3_ast, coeffs: *const c_int, k: c_int) -> Option<Z3_ast>;
    fn Z3_mk_pbge(c: Z3_context, num_args: c_uint, args: *const Z3_ast, coeffs: *const c_int, k: c_int) -> Option<Z3_ast>;
    fn Z3_mk_solver(c: Z3_context) -> Option<Z3_solver>;
    fn Z3_mk_solver_for_logic(c: Z3_context, logic: Z3_symbol) -> Option<Z3_solver>;
    fn Z3_mk_string_symbol(c: Z3_context, s: Z3_string) -> Option<Z3_symbol>;
    fn Z3_mk_true(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_model_dec_ref(c: Z3_context, m: Z3_model);
    fn Z3_model_get_const_interp(c: Z3_context, m: Z3_model, a: Z3_func_decl) -> Option<Z3_ast>;
    fn Z3_model_inc_ref(c: Z3_context, m: Z3_model);
    fn Z3_params_dec_ref(c: Z3_context, p: Z3_params);
    fn Z3_params_inc_ref(c: Z3_context, p: Z3_params);
    fn Z3_params_set_bool(c: Z3_context, p: Z3_params, k: Z3_symbol, v: bool);
    fn Z3_params_set_uint(c: Z3_context, p: Z3_params, k: Z3_symbol, v: c_uint);
    fn Z3_set_error_handler(c: Z3_context, h: Z3_error_handler);
    fn Z3_simplify(c: Z3_context, a: Z3_ast) -> Option<Z3_ast>;
    fn Z3_solver_assert(c: Z3_context, s: Z3_solver, a: Z3_ast);
    fn Z3_solver_check(c: Z3_context, s: Z3_solver) -> Z3_lbool;
    fn Z3_solver_check_assumptions(c: Z3_context, s: Z3_solver, num_assumptions: c_uint, assumptions: *const Z3_ast) -> Z3_lbool;
    fn Z3_solver_dec_ref(c: Z3_context, s: Z3_solver);
    fn Z3_solver_get_model(c: Z3_context, s: Z3_solver) -> Option<Z3_model>;
    fn Z3_solver_get_reason_unknown(c: Z3_context, s: Z3_solver) -> Z3_string;
    fn Z3_solver_get_statistics(c: Z3_context, s: Z3_solver) -> Option<Z3_stats>;
    fn Z3_solver_get_unsat_core(c: Z3_context, s: Z3_solver) -> Option<Z3_ast_vector>;
    fn Z3_solver_inc_ref(c: Z3_context, s: Z3_solver);
    fn Z3_solver_set_params(c: Z3_context, s: Z3_solver, p: Z3_params);
    fn Z3_sort_to_ast(c: Z3_context, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_sort_to_string(c: Z3_context, s: Z3_sort) -> Z3_string;
    fn Z3_stats_dec_ref(c: Z3_context, s: Z3_stats);
    fn Z3_stats_get_double_value(c: Z3_context, s: Z3_stats, idx: c_uint) -> f64;
    fn Z3_stats_get_key(c: Z3_context, s: Z3_stats, idx: c_uint) -> Z3_string;
    fn Z3_stats_get_uint_value(c: Z3_context, s: Z3_stats, idx: c_uint) -> c_uint;
    fn Z3_stats_inc_ref(c: Z3_context, s: Z3_stats);
    fn Z3_stats_is_uint(c: Z3_context, s: Z3_stats, idx: c_uint) -> bool;
    fn Z3_stats_size(c: Z3_context, s: Z3_stats) -> c_uint;
    fn Z3_to_app(c: Z3_context, a: Z3_ast) -> Option<Z3_app>;
}
