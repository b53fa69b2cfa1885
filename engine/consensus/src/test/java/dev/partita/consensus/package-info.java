/** Tests of replication groups. */
@org.jspecify.annotations.NullMarked
package dev.partita.consensus;
