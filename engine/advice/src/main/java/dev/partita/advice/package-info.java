/**
 * What requests look like to who advises on partition keys: {@link
 * dev.partita.advice.LoggedRequest}, whose values are hashes ({@link
 * dev.partita.advice.ValueHash}).
 */
@NullMarked
package dev.partita.advice;

import org.jspecify.annotations.NullMarked;
