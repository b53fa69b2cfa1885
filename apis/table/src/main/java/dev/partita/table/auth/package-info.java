/**
 * Who sends a request, and what they may do: {@link dev.partita.table.auth.Authorizer} looks at
 * shared keys, shared access signatures and bearer tokens, and gives an {@link
 * dev.partita.table.auth.Access}.
 *
 * <p>What must stay true: signatures are compared in constant time; what a signature leaves unsaid
 * it does not allow.
 */
@NullMarked
package dev.partita.table.auth;

import org.jspecify.annotations.NullMarked;
