/**
 * Certificates: what a server shows to its clients, and where it comes from. Start with {@link
 * dev.partita.net.tls.CertificateChoice}, what a user asked for, and {@link
 * dev.partita.net.tls.IdentitySource}, which has it at hand: made by an authority of the server's
 * own ({@link dev.partita.net.tls.AuthorityFolder}) or given in files.
 *
 * <p>What must stay true: an authority, once made, never changes by itself, since clients were told
 * to trust it; private keys are written for their owner only and appear in no message; nothing here
 * runs on an event loop, as reading and making certificates takes its time.
 */
@NullMarked
package dev.partita.net.tls;

import org.jspecify.annotations.NullMarked;
