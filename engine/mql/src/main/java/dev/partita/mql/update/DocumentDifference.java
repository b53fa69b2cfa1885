package dev.partita.mql.update;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The description of a change of which only both ends are known. Pure functions. */
final class DocumentDifference {

  private DocumentDifference() {}

  static UpdateDescription between(BsonDocument before, BsonDocument after) {
    UpdateDescription.Recorder recorder = new UpdateDescription.Recorder();
    documents("", before, after, recorder);
    return recorder.description();
  }

  private static void documents(
      String prefix, BsonDocument before, BsonDocument after, UpdateDescription.Recorder recorder) {
    Map<String, BsonValue> old = new HashMap<>();
    for (BsonElement element : before) {
      old.putIfAbsent(element.name(), element.value());
    }
    Set<String> kept = new HashSet<>();
    for (BsonElement element : after) {
      if (kept.add(element.name())) {
        String path = prefix + element.name();
        BsonValue was = old.get(element.name());
        if (was == null) {
          recorder.updated(path, element.value());
        } else {
          values(path, was, element.value(), recorder);
        }
      }
    }
    for (BsonElement element : before) {
      if (kept.add(element.name())) {
        recorder.removed(prefix + element.name());
      }
    }
  }

  private static void values(
      String path, BsonValue before, BsonValue after, UpdateDescription.Recorder recorder) {
    if (before.equals(after)) {
      return;
    }
    if (before.isDocument() && after.isDocument() && !after.asDocument().isEmpty()) {
      documents(path + ".", before.asDocument(), after.asDocument(), recorder);
    } else if (before.isArray() && after.isArray() && !after.asArray().isEmpty()) {
      arrays(path, before.asArray().values(), after.asArray().values(), recorder);
    } else {
      recorder.updated(path, after);
    }
  }

  private static void arrays(
      String path,
      List<BsonValue> before,
      List<BsonValue> after,
      UpdateDescription.Recorder recorder) {
    for (int i = 0; i < after.size(); i++) {
      String element = path + "." + i;
      if (i >= before.size()) {
        recorder.updated(element, after.get(i));
      } else {
        values(element, before.get(i), after.get(i), recorder);
      }
    }
    if (after.size() < before.size()) {
      recorder.truncated(path, after.size());
    }
  }
}
