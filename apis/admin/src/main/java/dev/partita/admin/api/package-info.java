/**
 * The admin API over HTTP: start with {@link dev.partita.admin.api.AdminApi}. Who may ask is up to
 * an {@link dev.partita.admin.api.AdminAccess}, which whoever knows the account's keys implements.
 *
 * <p>What must stay true: without a key nothing of the data is shown, save to developers on their
 * own machine; a page from elsewhere cannot use their browser to ask.
 */
@NullMarked
package dev.partita.admin.api;

import org.jspecify.annotations.NullMarked;
