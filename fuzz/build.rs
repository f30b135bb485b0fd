//! Says where the loader finds the libz3 that `scripts/setup` has got: the program's own build says it for its binaries only.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}/../.z3/lib", env!("CARGO_MANIFEST_DIR"));
}
