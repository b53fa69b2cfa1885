/**
 * The account that a server serves, with its keys: {@link dev.partita.protocol.account.Account}.
 * Protocols share it; how clients prove that they have a key is each protocol's own affair.
 *
 * <p>What must stay true: keys are compared in a time that tells nothing, and never shown.
 */
@NullMarked
package dev.partita.protocol.account;

import org.jspecify.annotations.NullMarked;
