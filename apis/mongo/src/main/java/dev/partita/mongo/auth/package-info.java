/**
 * Proof of a key of the account by SCRAM: {@link dev.partita.mongo.auth.Scram} begins {@link
 * dev.partita.mongo.auth.ScramConversation}s. The password of a user is a key of the account.
 *
 * <p>What must stay true: no key is ever sent or shown, and proofs are compared in a time that
 * tells nothing.
 */
@NullMarked
package dev.partita.mongo.auth;

import org.jspecify.annotations.NullMarked;
