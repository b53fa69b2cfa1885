package dev.partita.index;

import static dev.partita.index.Values.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.json.JsonNull;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexingPolicyTest {

  @Test
  void theDefaultIndexesEverything() {
    assertThat(IndexingPolicy.DEFAULT.toJson())
        .hasToString(
            """
            {"indexingMode":"consistent","automatic":true,"includedPaths":[{"path":"/*"}],\
            "excludedPaths":[{"path":"/\\"_etag\\"/?"}]}\
            """);
    assertThat(includes(IndexingPolicy.DEFAULT, "/a/[]/b")).isTrue();
  }

  @Test
  void withoutIndexingNothingIs() {
    assertThat(IndexingPolicy.NONE.isOn()).isFalse();
    assertThat(includes(IndexingPolicy.NONE, "/id")).isFalse();
    IndexingPolicy policy = policy("{'indexingMode':'None','automatic':false}");
    assertThat(policy).isEqualTo(IndexingPolicy.NONE);
  }

  @ParameterizedTest
  @CsvSource({
    "/id, true",
    "/_ts, true",
    "/_etag, false",
    "/_rid, false",
    "/x, false",
    "/a, true",
    "/a/b, true",
    "/a/c, false",
    "/a/c/d, false",
    "/a/c/e, true",
    "/a/c/e/f, false",
    "/l, false",
    "/l/[], true",
    "/l/[]/x, false",
    "/l/[]/y/z, true"
  })
  void theMostSpecificPathCounts(String path, boolean included) {
    IndexingPolicy policy =
        policy(
            "{'excludedPaths':[{'path':'/*'},{'path':'/a/c/*'},{'path':'/l/[]/x/?'}],"
                + "'includedPaths':[{'path':'/a/*'},{'path':'/a/c/e/?'},{'path':'/l/[]/?'},"
                + "{'path':'/l/[]/y/*'}]}");
    assertThat(includes(policy, path)).isEqualTo(included);
  }

  @Test
  void pathsIncludedByThemselvesListMissingValues() {
    IndexingPolicy policy =
        policy(
            "{'excludedPaths':[{'path':'/*'}],"
                + "'includedPaths':[{'path':'/a/?'},{'path':'/b/*'},{'path':'/c/[]/?'}]}");
    assertThat(policy.listsUndefined(IndexPath.of("a"))).isTrue();
    assertThat(policy.listsUndefined(IndexPath.of("b"))).isFalse();
    assertThat(policy.listsUndefined(IndexPath.of("c").elements())).isFalse();
    assertThat(policy.listsUndefined(IndexPath.of("id"))).isFalse();
  }

  @Test
  void compositeIndexes() {
    IndexingPolicy policy =
        policy(
            "{'compositeIndexes':[[{'path':'/a','order':'descending'},{'path':'/b/c'}],"
                + "[{'path':'/b','order':'Ascending'},{'path':'/_ts'}]]}");
    assertThat(policy.composites())
        .extracting(CompositeIndex::toString)
        .containsExactly("/a DESC, /b/c ASC", "/b ASC, /_ts ASC");
    assertThat(policy.toJson().at("compositeIndexes").toString()).contains("descending");
  }

  @Test
  void oldClientsAreUnderstood() {
    IndexingPolicy policy =
        policy(
            "{'includedPaths':[{'path':'/','indexes':[{'kind':'Range','dataType':'String',"
                + "'precision':-1},{'kind':'Hash','dataType':'Number'},"
                + "{'kind':'Spatial','dataType':'Point'}]}],'excludedPaths':[],"
                + "'vectorIndexes':[],'fullTextIndexes':null}");
    assertThat(includes(policy, "/a/b")).isTrue();
    assertThat(policy.spatial(IndexPath.of("a"))).isEqualTo(new SpatialIndex(null));
    assertThat(policy.toJson().toString()).contains("dataType").doesNotContain("vectorIndexes");
  }

  @Test
  void kindsOfIndexThatEveryPathHasAreNotToldAgain() {
    IndexingPolicy policy =
        policy(
            "{'includedPaths':[{'path':'/*','indexes':[{'kind':'Hash','dataType':'String'},"
                + "{'kind':'Range','dataType':'Number'}]}]}");
    assertThat(policy.toJson().at("includedPaths")).hasToString("[{\"path\":\"/*\"}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'fullTextIndexes':[{'way':'/t'}]}",
        "{'vectorIndexes':[{'way':'/v','type':'flat'}]}",
        "{'vectorIndexes':[{'path':'/v','type':'diskANN','indexingSearchListSize':24}]}",
        "{'indexingMode':'sometimes'}",
        "{'indexingMode':5}",
        "{'automatic':'yes'}",
        "{'includedPaths':5}",
        "{'includedPaths':[5]}",
        "{'includedPaths':[{}]}",
        "{'includedPaths':[{'path':'/*','indexes':[{'kind':5}]}]}",
        "{'includedPaths':[{'path':'/*','indexes':[{}]}]}",
        "{'includedPaths':[{'path':'/a/?'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'/a'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'a/?'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'/a-b/?'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'/a//?'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'/a[]/?'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'/[x]/?'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':''}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'/?'}]}",
        "{'includedPaths':[{'path':'/*'}],'excludedPaths':[{'path':'/*'}]}",
        "{'includedPaths':[{'path':'/*'},{'path':'/a/?'},{'path':'/a/?'}]}",
        "{'compositeIndexes':[[{'path':'/a'}]]}",
        "{'compositeIndexes':[[{'path':'/a'},{'path':'/a'}]]}",
        "{'compositeIndexes':[[{'path':'/a'},{'path':'/b/?'}]]}",
        "{'compositeIndexes':[[{'path':'/a'},{'path':'/b','order':'up'}]]}",
        "{'compositeIndexes':[{'path':'/a'}]}",
        "{'spatialIndexes':[{'path':'/a/*'},{'path':'/a/*'}]}",
        "{'spatialIndexes':[{'types':['Point']}]}",
        "{'spatialIndexes':[{'path':'/a/*','types':['Blob']}]}",
        "{'spatialIndexes':[{'path':'/a/*','boundingBox':{'xmin':1}}]}",
        "{'vectorIndexes':[{'path':'/v'}]}",
        "{'vectorIndexes':[{'path':'/*','type':'flat'}]}",
        "{'vectorIndexes':[{'path':'/v','type':'flat','quantizationByteSize':0}]}",
        "{'fullTextIndexes':[{'path':7}]}",
        "{'spatialIndexes':[{'path':'/a/*','boundingBox':{'xmin':1,'ymin':1,'xmax':1,'ymax':2}}]}",
      })
  void whatIsNoPolicyIsRefused(String text) {
    assertThat(refusal(text).code()).isEqualTo(ErrorCode.BAD_REQUEST);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{'automatic':false} | automatic",
        "{'vectorIndexes':[{'path':'/v','type':'flat','speed':9}]} | vectorIndexes.speed",
        "{'fullTextIndexes':[{'path':'/t','speed':9}]} | fullTextIndexes.speed",
        "{'magic':true} | magic",
        "{'includedPaths':[{'path':'/*','speed':9}]} | includedPaths.speed",
        "{'includedPaths':[{'path':'/*','indexes':[{'kind':'Magic'}]}]} | Magic",
        "{'includedPaths':[{'path':'/*'},{'path':'/a/[]/{b, c}/?'}]} | {b, c}",
        "{'includedPaths':[{'path':'/*'},{'path':'/_rid/?'}]} | _rid",
        "{'compositeIndexes':[[{'path':'/a'},{'path':'/b/[]/c'}]]} | /b/[]/c",
        "{'compositeIndexes':[[{'path':'/a'},{'path':'/_etag'}]]} | _etag",
      })
  void whatIsNotOfferedIsRefusedByName(String text, String named) {
    DatabaseException refusal = refusal(text);
    assertThat(refusal.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(refusal.getMessage()).contains(named);
  }

  @Test
  void searchIndexesAreKeptAsTheyAre() {
    String text =
        "{'vectorIndexes':[{'path':'/v','type':'diskANN','indexingSearchListSize':100}],"
            + "'fullTextIndexes':[{'path':'/t'}]}";
    assertThat(policy(text).toJson().toString())
        .contains(text.substring(1, text.length() - 1).replace('\'', '"'));
  }

  @Test
  void entityTagsAreAlwaysExcluded() {
    assertThat(
            policy("{'excludedPaths':[{'path':'/a/*'}]}").toJson().at("excludedPaths").toString())
        .isEqualTo("[{\"path\":\"/a/*\"},{\"path\":\"/\\\"_etag\\\"/?\"}]");
  }

  @Test
  void onlyAnObjectIsAPolicy() {
    assertThatThrownBy(() -> IndexingPolicy.fromJson(JsonNull.NULL))
        .isInstanceOf(DatabaseException.class);
  }

  @Test
  void pathsAreWrittenAsTheyAreRead() {
    for (String text : List.of("/a", "/a/[]/b", "/\"a b\"/c", "/\"x\\\"y\"", "/ı", "/\"\"")) {
      assertThat(PathText.parse(text).path()).hasToString(text);
    }
    assertThat(PathText.parse("/'a b'/?")).hasToString("/\"a b\"/?");
  }

  @Test
  void whileAChangeIsUnderWayOnlyWhatAllPoliciesHaveCanBeUsed() {
    IndexingPolicy old =
        policy(
            "{'excludedPaths':[{'path':'/a/?'}],"
                + "'compositeIndexes':[[{'path':'/a'},{'path':'/b'}],[{'path':'/c'},{'path':'/b'}]]}");
    IndexingPolicy changed =
        policy(
            "{'compositeIndexes':[[{'path':'/c'},{'path':'/b'}],[{'path':'/c'},{'path':'/d'}]]}");
    Indexes indexes = new Indexes(changed, List.of(old));
    assertThat(indexes.isIndexed(IndexPath.of("a"))).isFalse();
    assertThat(indexes.isIndexed(IndexPath.of("b"))).isTrue();
    assertThat(indexes.composites())
        .extracting(CompositeIndex::toString)
        .containsExactly("/c ASC, /b ASC");
  }

  private static boolean includes(IndexingPolicy policy, String path) {
    return policy.includes(PathText.parse(path).path());
  }

  private static DatabaseException refusal(String text) {
    try {
      policy(text);
    } catch (DatabaseException e) {
      return e;
    }
    throw new AssertionError("Accepted: " + text);
  }

  private static IndexingPolicy policy(String text) {
    return IndexingPolicy.fromJson(json(text));
  }

  @Test
  void takesLazyForConsistent() {
    IndexingPolicy policy = IndexingPolicy.fromJson(json("{'indexingMode':'Lazy'}"));
    assertThat(policy).isEqualTo(IndexingPolicy.DEFAULT);
  }
}
