package dev.partita.graph;

import java.util.Map;

/** What an item says of an edge besides its ends. Immutable. */
record EdgeData(String label, Map<String, Object> properties) {}
