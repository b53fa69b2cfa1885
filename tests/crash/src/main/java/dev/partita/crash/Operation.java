package dev.partita.crash;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Something that the workload does, with a form in which it can be announced on one line. */
sealed interface Operation {

  /** What is done to one item. */
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
   * A change of one item.
   *
   * @param version what tells this write from all others; of no meaning for a delete
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
  record Write(String container, String pk, List<Step> steps) implements Operation {

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

  /** The creation of a container that is to be deleted again. */
  record CreateContainer(String name) implements Operation {

    @Override
    public String toString() {
      return "create " + name;
    }
  }

  record DeleteContainer(String name) implements Operation {

    @Override
    public String toString() {
      return "delete " + name;
    }
  }

  static Operation parse(String text) {
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
