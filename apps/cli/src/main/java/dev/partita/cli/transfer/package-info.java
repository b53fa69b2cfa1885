/**
 * Import and export of items. {@link dev.partita.cli.transfer.ImportCommand} reads entries from a
 * file ({@link dev.partita.cli.transfer.EntrySource}, one for each {@link
 * dev.partita.cli.transfer.Format}) and an {@link dev.partita.cli.transfer.Importer} sends them on
 * several lanes; {@link dev.partita.cli.transfer.ExportCommand} writes items page by page.
 *
 * <p>What must stay true:
 *
 * <ul>
 *   <li>Nothing is lost silently: each entry of a file is imported, or rejected with its reason, or
 *       after the point from which the report says to resume.
 *   <li>Entries of the same key and id arrive in the order of the file.
 *   <li>Neither direction holds more than a few pages in memory, whatever the file's size.
 * </ul>
 */
@NullMarked
package dev.partita.cli.transfer;

import org.jspecify.annotations.NullMarked;
