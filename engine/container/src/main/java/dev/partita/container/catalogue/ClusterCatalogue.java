package dev.partita.container.catalogue;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonNumber;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonValue;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The part of the catalogue that only clusters have: replication groups, nodes, and what holds for
 * all of them. Empty on a node that is alone. Safe for use by any number of threads.
 */
public final class ClusterCatalogue {

  private final Catalogue catalogue;
  private final CatalogueContents contents;

  ClusterCatalogue(Catalogue catalogue, CatalogueContents contents) {
    this.catalogue = catalogue;
    this.contents = contents;
  }

  /** The replication groups; none on a node that is alone. */
  public Collection<GroupRecord> groups() {
    return contents.groups().values();
  }

  public Optional<GroupRecord> group(int number) {
    return Optional.ofNullable(contents.groups().get(number));
  }

  /**
   * Notes a new replication group, which its founders take part in from then on.
   *
   * @throws DatabaseException CONFLICT if there is one of this number
   */
  public GroupRecord createGroup(int number, List<Integer> founders) {
    return catalogue.change(
        draft -> {
          if (draft.group(number) != null) {
            throw new DatabaseException(ErrorCode.CONFLICT, "There is a group of this number.")
                .with("group", number);
          }
          return put(draft, new GroupRecord(number, founders, founders, JsonObject.EMPTY, 0, 0, 0));
        });
  }

  /**
   * Changes a replication group.
   *
   * @param change nothing happens if it gives an equal record; may be asked again
   * @throws DatabaseException NOT_FOUND
   */
  public GroupRecord changeGroup(int number, UnaryOperator<GroupRecord> change) {
    return catalogue.change(
        draft -> {
          GroupRecord before = require(draft.group(number), "group", number);
          GroupRecord after = change.apply(before);
          return after.equals(before) ? _ -> before : put(draft, after);
        });
  }

  /**
   * Registers the leader of a replication group: from then on nothing is reshaped in the name of an
   * earlier one.
   *
   * @return the record as it is then; with another leader if one has registered in a later term
   * @throws DatabaseException NOT_FOUND
   */
  public GroupRecord registerLeader(int group, long term, int node) {
    return changeGroup(
        group, record -> record.epoch() >= term ? record : record.withLeader(term, node));
  }

  /** The nodes of the cluster; none on a node that is alone. */
  public Collection<NodeRecord> nodes() {
    return contents.nodes().values();
  }

  public Optional<NodeRecord> node(int number) {
    return Optional.ofNullable(contents.nodes().get(number));
  }

  /** Notes a new node, which gets the next number. */
  public NodeRecord createNode(String name, JsonObject properties) {
    return catalogue.change(draft -> addNode(draft, name, properties));
  }

  private static LongFunction<NodeRecord> addNode(
      CatalogueDraft draft, String name, JsonObject properties) {
    int last = draft.seeAll().nodes().keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    draft.addName();
    return put(draft, new NodeRecord(last + 1, name, properties, 0));
  }

  /**
   * Takes a token away, which is a setting that says until when it is good, and notes a new node:
   * both or neither.
   *
   * @param isFree whether a node of this name may be added beside those that there are
   * @throws DatabaseException UNAUTHORIZED if there is no such token or its time is over, CONFLICT
   *     if the name is not free
   */
  public NodeRecord admitNode(
      String token,
      long nowMillis,
      String name,
      JsonObject properties,
      Predicate<Collection<NodeRecord>> isFree) {
    return catalogue.change(
        draft -> {
          boolean isGood =
              draft.setting(token) instanceof JsonNumber until && until.longValue() > nowMillis;
          if (!isGood) {
            throw new DatabaseException(
                ErrorCode.UNAUTHORIZED,
                "This token was used before, is too old, or was never given out. Another one is"
                    + " made by: partita cluster token");
          }
          if (!isFree.test(draft.seeAll().nodes().values())) {
            throw new DatabaseException(
                    ErrorCode.CONFLICT,
                    "The cluster has a node of this name. Choose another with --node-name.")
                .with("name", name);
          }
          draft.delete(CatalogueEntry.SETTING + token);
          return addNode(draft, name, properties);
        });
  }

  /**
   * Changes a node. Nodes that are gone keep their records, so that no other gets their number.
   *
   * @throws DatabaseException NOT_FOUND
   */
  public NodeRecord changeNode(int number, UnaryOperator<NodeRecord> change) {
    return catalogue.change(
        draft -> {
          NodeRecord before = require(draft.node(number), "node", number);
          NodeRecord after = change.apply(before);
          return after.equals(before) ? _ -> before : put(draft, after);
        });
  }

  /** What holds for the whole cluster. */
  public Optional<JsonValue> setting(String name) {
    return Optional.ofNullable(contents.settings().get(name)).map(CatalogueEntry.Setting::value);
  }

  public void changeSetting(String name, JsonValue value) {
    ResourceName.requireOfPart(name);
    catalogue.change(
        draft -> {
          draft.put(new CatalogueEntry.Setting(name, value, 0));
          return version -> version;
        });
  }

  private static <R> R require(@Nullable R found, String kind, int number) {
    if (found == null) {
      throw new DatabaseException(
              ErrorCode.NOT_FOUND, "The cluster has no " + kind + " of this number.")
          .with(kind, number);
    }
    return found;
  }

  private static LongFunction<GroupRecord> put(CatalogueDraft draft, GroupRecord record) {
    draft.put(new CatalogueEntry.Group(record));
    return record::withVersion;
  }

  private static LongFunction<NodeRecord> put(CatalogueDraft draft, NodeRecord record) {
    draft.put(new CatalogueEntry.Node(record));
    return record::withVersion;
  }
}
