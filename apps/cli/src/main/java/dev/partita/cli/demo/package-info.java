/**
 * {@code partita demo}: a server of its own with sample data, a reproducible load, a hot partition
 * and a split under load. {@link dev.partita.cli.demo.DemoCommand} is the entry, {@link
 * dev.partita.cli.demo.Play} the sequence of acts, {@link dev.partita.cli.demo.Picture} their
 * rendering.
 *
 * <p>What must stay true: everything that is shown was read from the server over HTTP, as any
 * client could; nothing is left on disk unless the user names a data folder.
 */
@NullMarked
package dev.partita.cli.demo;

import org.jspecify.annotations.NullMarked;
