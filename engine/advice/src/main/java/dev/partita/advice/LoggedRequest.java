package dev.partita.advice;

import java.util.List;

/**
 * A request as it is replayed. Nobody may change the arrays.
 *
 * @param weight how many requests it stands for
 * @param requestUnits what it was charged
 * @param items the items it is about, by {@link ValueHash#item}; empty if they are not known
 * @param values of the paths of its shape, by {@link ValueHash#of}
 * @param bytes how long the documents are that it brings
 * @param partitions how many physical partitions it was charged to; 0 if that is not known
 * @param throttled whether it was refused because of too many others
 */
@SuppressWarnings("ArrayRecordComponent") // there are very many of them
public record LoggedRequest(
    long atMillis,
    RequestShape shape,
    double weight,
    double requestUnits,
    long[] items,
    long[] values,
    long bytes,
    int partitions,
    boolean throttled) {

  /** Stands for the path of a component of the partition key that the container has. */
  public static String keyPath(int component) {
    return "key " + component;
  }

  /** The same with a shape that is shared. */
  LoggedRequest withShape(RequestShape shared) {
    return new LoggedRequest(
        atMillis, shared, weight, requestUnits, items, values, bytes, partitions, throttled);
  }

  /** Where the value is that the request names for one of these paths; -1 if it names none. */
  int indexOf(List<String> anyOf) {
    for (String path : anyOf) {
      int index = shape.paths().indexOf(path);
      if (index >= 0) {
        return index;
      }
    }
    return -1;
  }
}
