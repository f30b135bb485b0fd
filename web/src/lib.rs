//! sator as a WebAssembly module, for a page without a server.
//!
//! The module speaks the protocol of [`sator::service::answer`]: a request comes in as JSON, the messages that answer it go out as
//! JSON. A message with `jsonrpc` is for its language server ([`sator::lsp::Server`]), whose own messages go out the same way. It has three imports and two exports of its own, with texts as UTF-8 in its memory:
//!
//! | | |
//! | --- | --- |
//! | `sator_buffer(length) -> address` | room for a request of this length |
//! | `sator_request()` | answers the request in the room |
//! | import `sator_tell(address, length)` | takes a message |
//! | import `sator_panic(address, length)` | takes the reason why the module ends |
//! | import `sator_now() -> milliseconds` | the clock (`sator_base::clock`) |
//!
//! `assets/sator.js` is the other side.

#![warn(missing_docs)]

use sator::lsp::Server;
use sator::service::{Deliver, Service, answer};
use sator::{Interrupt, Settings};
use serde_json::{Value, json};
use std::cell::RefCell;
use std::sync::Arc;

#[cfg(target_family = "wasm")]
#[link(wasm_import_module = "env")]
unsafe extern "C" {
    fn sator_tell(address: *const u8, length: usize);
    fn sator_panic(address: *const u8, length: usize);
}

/// So that the crate can be checked as every other one.
#[cfg(not(target_family = "wasm"))]
unsafe extern "C" fn sator_tell(_: *const u8, _: usize) {}
#[cfg(not(target_family = "wasm"))]
unsafe extern "C" fn sator_panic(_: *const u8, _: usize) {}

/// The service, the language server once an editor speaks to it, and the request that comes in.
struct Module {
    service: Service,
    server: Option<Server>,
    request: Vec<u8>,
}

thread_local! {
    static MODULE: RefCell<Module> = RefCell::new(Module::start());
}

impl Module {
    fn start() -> Module {
        std::panic::set_hook(Box::new(|panic| {
            let why = panic.to_string();
            // SAFETY: the host reads the bytes before it returns.
            unsafe { sator_panic(why.as_ptr(), why.len()) }
        }));
        Module { service: Service::new(Settings::default(), Interrupt::new()), server: None, request: vec![] }
    }
}

fn deliver(message: &Value) {
    let text = message.to_string();
    // SAFETY: the host reads the bytes before it returns.
    unsafe { sator_tell(text.as_ptr(), text.len()) }
}

/// Makes room for a request, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn sator_buffer(length: usize) -> *mut u8 {
    MODULE.with_borrow_mut(|module| {
        module.request = vec![0; length];
        module.request.as_mut_ptr()
    })
}

/// Answers the request that stands in the room.
#[unsafe(no_mangle)]
pub extern "C" fn sator_request() {
    MODULE.with_borrow_mut(|module| {
        let outgoing: Deliver = Arc::new(|message| deliver(&message));
        match serde_json::from_slice::<Value>(&std::mem::take(&mut module.request)) {
            Ok(message) if message["jsonrpc"] == "2.0" => {
                let start = || Server::new(Settings::default(), Box::new(|message| deliver(&message)));
                if let Err(error) = module.server.get_or_insert_with(start).receive(message) {
                    deliver(&json!({"id": null, "error": {"message": format!("{error:#}")}}));
                }
            }
            Ok(request) => answer(&mut module.service, &request, &outgoing),
            Err(error) => deliver(&json!({"id": null, "error": {"message": format!("this is no JSON: {error}")}})),
        }
    });
}
