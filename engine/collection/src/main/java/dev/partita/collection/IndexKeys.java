package dev.partita.collection;

import dev.partita.bson.BsonDocument;
import dev.partita.bson.BsonKeyWriter;
import dev.partita.bson.BsonPath;
import dev.partita.bson.BsonValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys that a document has in an index: one for the values at its paths, or one for each
 * element of the array that is on the way to them.
 *
 * @param values the encoded values of each key, in their order; empty if the index leaves the
 *     document out
 * @param multiple whether there was an array, so that two conditions on a path may be met by two
 *     different keys
 */
record IndexKeys(List<byte[]> values, boolean multiple) {

  /**
   * @throws ParallelArrays if two paths lead into different arrays
   */
  static IndexKeys of(IndexSpec index, BsonDocument document) {
    Extraction extraction = new Extraction(index);
    extraction.extract(document);
    return new IndexKeys(extraction.sorted(), extraction.multiple);
  }

  /** The walk through one document. */
  private static final class Extraction {

    private final IndexSpec index;
    private final List<byte[]> keys = new ArrayList<>(1);
    private boolean multiple;
    private boolean found;

    Extraction(IndexSpec index) {
      this.index = index;
    }

    void extract(BsonDocument document) {
      int count = index.keys().size();
      @Nullable BsonPath[] pending = new @Nullable BsonPath[count];
      for (int i = 0; i < count; i++) {
        pending[i] = BsonPath.of(index.keys().get(i).path());
      }
      extract(new @Nullable BsonValue[count], pending, document);
    }

    /** The keys in their order, each once. */
    List<byte[]> sorted() {
      if (index.sparse() && !found) {
        return List.of();
      }
      keys.sort(Arrays::compareUnsigned);
      List<byte[]> distinct = new ArrayList<>(keys.size());
      for (byte[] key : keys) {
        if (distinct.isEmpty() || !Arrays.equals(distinct.getLast(), key)) {
          distinct.add(key);
        }
      }
      return List.copyOf(distinct);
    }

    /**
     * @param fixed the values that are known
     * @param pending what is left of the paths of the others, from the document on
     */
    private void extract(
        @Nullable BsonValue[] fixed, @Nullable BsonPath[] pending, BsonDocument document) {
      BsonValue array = null;
      String arrayPath = "";
      boolean[] within = new boolean[fixed.length];
      @Nullable BsonPath[] rests = new @Nullable BsonPath[fixed.length];
      for (int i = 0; i < fixed.length; i++) {
        BsonPath path = pending[i];
        if (path == null) {
          continue;
        }
        Step step = walk(document, path);
        fixed[i] = step.value;
        if (step.array != null) {
          if (array != null && !arrayPath.equals(step.arrayPath)) {
            throw new ParallelArrays(arrayPath, step.arrayPath);
          }
          array = step.array;
          arrayPath = step.arrayPath;
          within[i] = true;
          rests[i] = step.rest;
        }
      }
      if (array == null) {
        add(fixed);
      } else {
        expand(fixed, within, rests, array);
      }
    }

    private void expand(
        @Nullable BsonValue[] fixed,
        boolean[] within,
        @Nullable BsonPath[] rests,
        BsonValue array) {
      multiple = true;
      boolean empty = true;
      for (BsonValue element : array.asArray()) {
        empty = false;
        @Nullable BsonValue[] values = fixed.clone();
        @Nullable BsonPath[] pending = new @Nullable BsonPath[fixed.length];
        for (int i = 0; i < fixed.length; i++) {
          if (within[i] && rests[i] == null) {
            values[i] = element;
          } else if (within[i] && element.isDocument()) {
            pending[i] = rests[i];
          }
        }
        extract(values, pending, element.isDocument() ? element.asDocument() : BsonDocument.EMPTY);
      }
      if (empty) {
        @Nullable BsonValue[] values = fixed.clone();
        for (int i = 0; i < fixed.length; i++) {
          if (within[i] && rests[i] == null) {
            values[i] = BsonValue.UNDEFINED;
          }
        }
        add(values);
      }
    }

    private void add(@Nullable BsonValue[] values) {
      BsonKeyWriter key = new BsonKeyWriter();
      for (int i = 0; i < values.length; i++) {
        BsonValue value = values[i];
        found |= value != null;
        BsonValue present = value == null ? BsonValue.NULL : value;
        if (index.keys().get(i).descending()) {
          key.addDescending(present);
        } else {
          key.add(present);
        }
      }
      keys.add(key.toBytes());
    }
  }

  /**
   * Where a path leads: to a value, to nothing, or into an array.
   *
   * @param rest what is left of the path behind the array; null if it ends there
   */
  private record Step(
      @Nullable BsonValue value,
      @Nullable BsonValue array,
      String arrayPath,
      @Nullable BsonPath rest) {

    static Step to(@Nullable BsonValue value) {
      return new Step(value, null, "", null);
    }
  }

  private static Step walk(BsonDocument document, BsonPath path) {
    BsonValue value = document.get(path.name(0));
    StringBuilder walked = new StringBuilder(path.name(0));
    for (int i = 1; i < path.size() && value != null; i++) {
      if (value.isArray()) {
        BsonValue element = path.indexAt(i) < 0 ? null : value.asArray().get(path.indexAt(i));
        if (element == null) {
          return new Step(null, value, walked.toString(), path.from(i));
        }
        value = element;
      } else {
        value = value.isDocument() ? value.asDocument().get(path.name(i)) : null;
      }
      walked.append('.').append(path.name(i));
    }
    return value != null && value.isArray()
        ? new Step(null, value, walked.toString(), null)
        : Step.to(value);
  }
}
