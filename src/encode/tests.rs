//! Encodings against plain arithmetic.
