package dev.partita.cli;

/**
 * One thing that is wrong with stored data.
 *
 * @param where the file, partition or key
 * @param what what is wrong there
 */
record Finding(String where, String what) {}
