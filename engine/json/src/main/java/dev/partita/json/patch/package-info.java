/**
 * Partial updates of documents: a {@link dev.partita.json.patch.JsonPatch} is a short list of
 * {@link dev.partita.json.patch.PatchOperation}s that are applied in order, all or none, to an
 * immutable document. The places are JSON pointers, {@link dev.partita.json.patch.JsonPointer}.
 */
@NullMarked
package dev.partita.json.patch;

import org.jspecify.annotations.NullMarked;
