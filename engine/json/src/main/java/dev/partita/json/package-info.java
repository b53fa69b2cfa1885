/**
 * JSON as the database sees it: a {@link dev.partita.json.JsonValue} is undefined, null, a boolean,
 * a number, a string, an array or an object. Values are immutable, compare in one total order over
 * all types, and are read and written by {@link dev.partita.json.JsonReader} and {@link
 * dev.partita.json.JsonWriter}. {@link dev.partita.json.JsonPath} names a place in a document, the
 * way partition keys and policies do.
 *
 * <p>What stays true: undefined is a value like any other, yet no array or object holds it. Numbers
 * are what they are worth, whatever their text: 5 and 5.0 are equal. Strings are well-formed
 * Unicode when they were read by the reader.
 */
@NullMarked
package dev.partita.json;

import org.jspecify.annotations.NullMarked;
