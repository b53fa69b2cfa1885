package dev.partita.container.catalogue;

import dev.partita.json.JsonObject;

/**
 * Something small that belongs to a database or a container and means something only to an API: a
 * user, a permission, a script.
 *
 * @param kind what it is, in the API's words
 * @param parent the number of the database, container or resource it belongs to
 * @param number unique in the store, never used again
 * @param body what the API keeps of it
 * @param version grows with every change
 */
public record ResourceRecord(
    String kind,
    int parent,
    String name,
    int number,
    JsonObject body,
    long changedMillis,
    long version) {

  public ResourceRecord {
    ResourceName.requireOfPart(name);
  }

  ResourceRecord withVersion(long stored) {
    return new ResourceRecord(kind, parent, name, number, body, changedMillis, stored);
  }
}
