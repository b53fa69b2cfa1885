package dev.partita.execution;

import static dev.partita.execution.Fixture.pages;
import static dev.partita.execution.Fixture.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.partita.base.error.DatabaseException;
import dev.partita.base.error.ErrorCode;
import dev.partita.container.OwnedPartition;
import dev.partita.container.catalogue.ContainerDefinition;
import dev.partita.document.Items;
import dev.partita.throughput.RequestCharge;
import dev.partita.throughput.ThroughputSettings;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QueryChargeTest {

  private final ItemQueries queries = new ItemQueries();

  @Test
  void costsTheSameInAnyNumberOfPages() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      fill(items, 30);
      fixture.split(items.container(), 0);
      QueryRequest request = QueryRequest.of("SELECT * FROM c WHERE c.n % 2 = 0");
      RequestCharge whole = queries.page(items, request).charge();

      for (int size = 2; size < 9; size++) {
        RequestCharge sum =
            pages(queries, items, request.withMaxItems(size)).stream()
                .map(QueryPage::charge)
                .reduce(RequestCharge.ZERO, RequestCharge::plus);
        assertThat(sum).isEqualTo(whole);
      }
    }
  }

  @Test
  void chargesEachPartitionForItsPart() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");
      fill(items, 30);
      fixture.split(items.container(), 0);
      List<OwnedPartition> owners = items.container().partitions();
      List<RequestCharge> before =
          owners.stream().map(owner -> owner.admission().consumed()).toList();

      QueryPage page = queries.page(items, QueryRequest.of("SELECT * FROM c"));

      assertThat(page.visits()).hasSize(2);
      RequestCharge sum = RequestCharge.ZERO;
      for (int i = 0; i < owners.size(); i++) {
        QueryPage.Visit visit = page.visits().get(i);
        assertThat(visit.partition()).isEqualTo(owners.get(i).number());
        assertThat(before.get(i).plus(visit.charge()))
            .isEqualTo(owners.get(i).admission().consumed());
        assertThat(visit.lsn()).isEqualTo(owners.get(i).partition().state().lsn());
        sum = sum.plus(visit.charge());
      }
      assertThat(page.charge()).isEqualTo(sum);
    }
  }

  @Test
  void isRefusedBeforeAnyWorkWhenNothingIsLeft() {
    try (Fixture fixture = new Fixture(options -> options.withThrottling(true))) {
      Items items =
          fixture.documents.items(
              fixture.engine.createContainer(
                  fixture.database(),
                  ContainerDefinition.of("c", Fixture.scheme("/pk")),
                  new ThroughputSettings.Manual(400)));
      for (int i = 0; i < 50; i++) {
        put(items, "{'id':'" + i + "','pk':'p" + i + "','n':" + i + "}");
        fixture.clock.advanceMillis(1000);
      }
      QueryRequest request = QueryRequest.of("SELECT VALUE SUM(c.n) FROM c");
      assertThatThrownBy(
              () -> {
                for (int i = 0; i < 100; i++) {
                  queries.page(items, request);
                }
              })
          .isInstanceOfSatisfying(
              DatabaseException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.THROTTLED));
    }
  }

  @Test
  void costsAtLeastTheMinimum() {
    try (Fixture fixture = new Fixture()) {
      Items items = fixture.items("c", "/pk");

      assertThat(queries.page(items, QueryRequest.of("SELECT VALUE 1")).charge())
          .isGreaterThanOrEqualTo(RequestCharge.of(1));
      assertThat(queries.page(items, QueryRequest.of("SELECT TOP 0 * FROM c")).charge())
          .isGreaterThanOrEqualTo(RequestCharge.of(1));
    }
  }

  private static void fill(Items items, int count) {
    for (int i = 0; i < count; i++) {
      put(items, "{'id':'" + i + "','pk':'p" + i + "','n':" + i + "}");
    }
  }
}
