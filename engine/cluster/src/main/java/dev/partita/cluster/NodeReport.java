package dev.partita.cluster;

import org.jspecify.annotations.Nullable;

/**
 * What another node knows of one. Immutable.
 *
 * @param silentMillis how long it has not answered
 * @param clockAheadMillis how far its clock is ahead, about
 * @param figures what it has said last; null if it never did
 */
public record NodeReport(
    int node, long silentMillis, long clockAheadMillis, @Nullable NodeFigures figures) {}
