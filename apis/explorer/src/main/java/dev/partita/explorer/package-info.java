/**
 * Browser page of the database: {@link dev.partita.explorer.ExplorerModule} serves the files that
 * lie beside it as resources. The page gets its data from the NoSQL and the admin API of the server
 * that it came from, with the account key that the user enters.
 *
 * <p>What must stay true: the files are the same for every user and reveal nothing of the data; the
 * page loads nothing from other origins and runs no script that is not one of these files.
 */
@NullMarked
package dev.partita.explorer;

import org.jspecify.annotations.NullMarked;
