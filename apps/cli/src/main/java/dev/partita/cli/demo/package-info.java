/**
 * {@code partita demo}: a server of its own with sample data, a load that is the same each time, a
 * hot partition and a split while all goes on. {@link dev.partita.cli.demo.DemoCommand} is the
 * entry, {@link dev.partita.cli.demo.Play} what happens when, {@link dev.partita.cli.demo.Picture}
 * what is seen of it.
 *
 * <p>What must stay true: everything that is shown was asked of the server over HTTP, as any client
 * could; nothing is left behind but what the user wants to keep.
 */
@NullMarked
package dev.partita.cli.demo;

import org.jspecify.annotations.NullMarked;
