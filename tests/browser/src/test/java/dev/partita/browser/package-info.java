/**
 * Tests of the explorer in a browser, which must be installed with its driver: {@code chromium} and
 * {@code chromedriver} on the path. Without them the tests are skipped. Start with {@link
 * dev.partita.browser.Browser}, which every test class uses.
 */
@NullMarked
package dev.partita.browser;

import org.jspecify.annotations.NullMarked;
