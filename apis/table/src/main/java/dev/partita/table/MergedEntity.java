package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.json.JsonObject;
import dev.partita.table.edm.EntityDocument;
import dev.partita.table.edm.Property;
import dev.partita.table.error.TableError;
import java.util.List;

/** What an entity becomes when properties are merged into it. Pure functions without state. */
final class MergedEntity {

  /** The members of a document that are no properties: the keys and what the database adds. */
  private static final int MEMBERS_BESIDE = 8;

  private static final int PROPERTIES_MAX = 252;

  private MergedEntity() {}

  /**
   * @throws DatabaseException if there would be too many properties, or too much in them
   */
  static JsonObject of(TableForm form, JsonObject current, List<Property> properties) {
    JsonObject merged = EntityDocument.merge(current, properties);
    if (merged.size() - MEMBERS_BESIDE > PROPERTIES_MAX) {
      throw TableError.TOO_MANY_PROPERTIES
          .failure()
          .with("properties", merged.size() - MEMBERS_BESIDE);
    }
    long size = EntityDocument.sizeBytes(merged);
    if (size > form.entityBytes()) {
      throw TableError.ENTITY_TOO_LARGE
          .failure()
          .with("sizeBytes", size)
          .with("limitBytes", form.entityBytes());
    }
    return merged;
  }
}
