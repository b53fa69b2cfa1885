/**
 * The page of the database in a browser: {@link dev.partita.explorer.ExplorerModule} gives out the
 * files that lie beside it as resources. What the page shows it asks of the NoSQL and the admin
 * API, at the address that it came from, with the key of whoever uses it.
 *
 * <p>What must stay true: the files are the same for everyone and reveal nothing of the data; the
 * page loads nothing from elsewhere, and runs no script that is not one of these files.
 */
@NullMarked
package dev.partita.explorer;

import org.jspecify.annotations.NullMarked;
