package dev.partita.table.edm;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The properties that the entities of an answer had so far, and how each is written. Entities of
 * one table are mostly alike: then what their documents say of names and types is compared with
 * what is known, many bytes at a time, and not read again. For use by one thread.
 */
final class KnownProperties {

  /** More would not be worth looking through. */
  private static final int MOST = 64;

  /**
   * @param lead what documents have before the value, from the comma before the name on
   * @param text whether the value is in quotes
   * @param written what answers have before the value; null if they do not have the property
   */
  record Known(byte[] lead, EdmType type, boolean text, byte @Nullable [] written) {}

  private final List<Known> known = new ArrayList<>();
  private boolean several;

  /** Which comes next if the entity is like those before it. */
  private int likely;

  /** Before the properties of an entity. */
  void begin() {
    likely = 0;
  }

  /** Behind the properties of an entity; the first may be the only one, and teaches nothing. */
  void end() {
    several = true;
  }

  /** Has the entity go on to its next property if that is known; gives what is known of it. */
  @Nullable Known next(StoredEntity entity) {
    int count = known.size();
    int place = likely;
    for (int i = 0; i < count; i++, place++) {
      place = place < count ? place : 0;
      Known property = known.get(place);
      if (entity.nextBehind(property.lead(), property.type(), property.text())) {
        likely = place + 1;
        return property;
      }
    }
    return null;
  }

  /**
   * Learns the property that an entity stands on.
   *
   * @param out where what comes before the value was written
   * @param from since this length; its end if the property is not written
   */
  void learn(StoredEntity entity, Utf8Buffer out, int from) {
    byte[] lead = several && known.size() < MOST ? entity.lead() : null;
    if (lead != null) {
      byte[] written = out.length() == from ? null : out.since(from);
      known.add(new Known(lead, entity.type(), entity.isText(), written));
      likely = known.size();
    }
  }
}
