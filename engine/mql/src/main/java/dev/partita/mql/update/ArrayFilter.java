package dev.partita.mql.update;

import static dev.partita.mql.MqlException.failedToParse;

import dev.partita.bson.BsonArray;
import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonElement;
import dev.partita.bson.BsonValue;
import dev.partita.mql.MqlContext;
import dev.partita.mql.MqlException;
import dev.partita.mql.Variables;
import dev.partita.mql.query.DocumentFilter;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A filter on elements of arrays, which paths name by an identifier. */
record ArrayFilter(String identifier, DocumentFilter filter) {

  static Map<String, ArrayFilter> parse(@Nullable BsonArray filters, MqlContext context) {
    Map<String, ArrayFilter> parsed = new LinkedHashMap<>();
    if (filters == null) {
      return parsed;
    }
    int index = 0;
    for (BsonValue element : filters) {
      if (!element.isDocument()) {
        throw MqlException.typeMismatch(
            "BSON field 'update.updates.arrayFilters."
                + index
                + "' is the wrong type '"
                + element.type().alias()
                + "', expected type 'object'");
      }
      ArrayFilter filter = parse(element.asDocument(), context);
      if (parsed.put(filter.identifier, filter) != null) {
        throw failedToParse(
            "Found multiple array filters with the same top-level field name " + filter.identifier);
      }
      index++;
    }
    return parsed;
  }

  private static ArrayFilter parse(BsonDocument filter, MqlContext context) {
    DocumentFilter parsed = DocumentFilter.parse(filter, context);
    String identifier = identifier(filter, null);
    if (identifier == null) {
      throw failedToParse(
          "Cannot use an expression without a top-level field name in arrayFilters");
    }
    if (!identifier.matches("[a-z][a-zA-Z0-9]*")) {
      throw MqlException.badValue(
          "Error parsing array filter :: caused by :: The top-level field name must be an"
              + " alphanumeric string beginning with a lowercase letter, found '"
              + identifier
              + "'");
    }
    return new ArrayFilter(identifier, parsed);
  }

  private static @Nullable String identifier(BsonDocument filter, @Nullable String known) {
    String found = known;
    for (BsonElement element : filter) {
      String name = element.name();
      if (!name.startsWith("$")) {
        String first = name.split("\\.", 2)[0];
        if (found != null && !found.equals(first)) {
          throw failedToParse(
              "Error parsing array filter :: caused by :: Expected a single top-level field name,"
                  + " found '"
                  + found
                  + "' and '"
                  + first
                  + "'");
        }
        found = first;
      } else if (element.value().isArray()) {
        for (BsonValue branch : element.value().asArray()) {
          // Only logical operators get here: the filter was parsed before.
          found = identifier(branch.asDocument(), found);
        }
      }
    }
    return found;
  }

  boolean accepts(BsonValue element, Variables variables) {
    return filter.matches(BsonDocument.of(identifier, element), variables);
  }
}
