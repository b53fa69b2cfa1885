package dev.partita.crash;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Operation of the workload, with a form in one line for its announcement. */
sealed interface WorkloadOperation {

  /** Kind of change of one item. */
  enum Verb {
    CREATE,
    UPSERT,
    REPLACE,
    DELETE;

    boolean puts() {
      return this != DELETE;
    }
  }

  /**
   * Change of one item.
   *
   * @param version unique version of this write; without meaning for a delete
   * @param ttlSeconds 0 for none
   */
  record Step(Verb verb, String id, String version, int ttlSeconds) {

    @Override
    public String toString() {
      return verb + ":" + id + ":" + version + ":" + ttlSeconds;
    }

    static Step parse(String text) {
      String[] parts = text.split(":", -1);
      return new Step(Verb.valueOf(parts[0]), parts[1], parts[2], Integer.parseInt(parts[3]));
    }
  }

  /** Changes of items of one partition key; a batch if there are several, of different items. */
  record Write(String container, String pk, List<Step> steps) implements WorkloadOperation {

    @Override
    public String toString() {
      return "write "
          + container
          + " "
          + pk
          + " "
          + steps.stream().map(Step::toString).collect(Collectors.joining(" "));
    }
  }

  /** Creation of a container that will be deleted again. */
  record CreateContainer(String name) implements WorkloadOperation {

    @Override
    public String toString() {
      return "create " + name;
    }
  }

  record DeleteContainer(String name) implements WorkloadOperation {

    @Override
    public String toString() {
      return "delete " + name;
    }
  }

  static WorkloadOperation parse(String text) {
    List<String> words = Arrays.asList(text.split(" ", -1));
    return switch (words.getFirst()) {
      case "write" ->
          new Write(
              words.get(1),
              words.get(2),
              words.subList(3, words.size()).stream().map(Step::parse).toList());
      case "create" -> new CreateContainer(words.get(1));
      case "delete" -> new DeleteContainer(words.get(1));
      default -> throw new IllegalArgumentException("Not an operation: " + text);
    };
  }
}
