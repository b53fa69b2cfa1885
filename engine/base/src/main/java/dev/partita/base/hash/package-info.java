/**
 * Hash functions whose results are stored or shared with clients, and so must never change. {@link
 * dev.partita.base.hash.Murmur3} spreads partition keys, {@link dev.partita.base.hash.SipHash}
 * hides values in logs.
 */
@NullMarked
package dev.partita.base.hash;

import org.jspecify.annotations.NullMarked;
