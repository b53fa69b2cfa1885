@NullMarked
package dev.partita.storage.rocks.ffi;

import org.jspecify.annotations.NullMarked;
