package dev.partita.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClientBuilder;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.spring.data.cosmos.config.AbstractCosmosConfiguration;
import com.azure.spring.data.cosmos.core.query.CosmosPageRequest;
import com.azure.spring.data.cosmos.exception.CosmosPreconditionFailedException;
import com.azure.spring.data.cosmos.repository.config.EnableCosmosRepositories;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;

/**
 * A small application with Spring Data Cosmos, which creates its database, container and queries by
 * itself.
 */
@Shows("Clients: Spring Data Cosmos")
final class SpringDataTest {

  @RegisterExtension static final RunningServer SERVER = new RunningServer();

  private static final String DATABASE = "shop";
  private static final AnnotationConfigApplicationContext CONTEXT =
      new AnnotationConfigApplicationContext();

  /** Configuration of the application's database. */
  @Configuration(proxyBeanMethods = false)
  @EnableCosmosRepositories(basePackageClasses = Purchases.class)
  static class Application extends AbstractCosmosConfiguration {

    @Bean
    CosmosClientBuilder client() {
      return SERVER.builder();
    }

    @Override
    protected String getDatabaseName() {
      return DATABASE;
    }
  }

  private final Purchases purchases = CONTEXT.getBean(Purchases.class);

  @BeforeAll
  static void start() {
    CONTEXT.register(Application.class);
    CONTEXT.refresh();
  }

  @AfterAll
  static void stop() {
    CONTEXT.close();
  }

  @BeforeEach
  void fill() {
    purchases.deleteAll();
    List<Purchase> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(Purchase.of("a" + i, "ada", 10 * i, "tag" + i % 3));
    }
    all.add(noted(Purchase.of("B1", "bob", 500), "by post, please"));
    all.add(Purchase.of("b2", "bob", 45));
    purchases.saveAll(all);
  }

  private static Purchase noted(Purchase purchase, String note) {
    purchase.note = note;
    return purchase;
  }

  @Test
  void findsByKeys() {
    assertThat(purchases.findById("a3", new PartitionKey("ada")).orElseThrow().total).isEqualTo(30);
    assertThat(purchases.findById("a3").orElseThrow().customer).isEqualTo("ada");
    assertThat(purchases.findById("a3", new PartitionKey("bob"))).isEmpty();
    assertThat(ids(purchases.findAllById(List.of("a1", "b2", "none"))))
        .containsExactlyInAnyOrder("a1", "b2");
    assertThat(ids(purchases.findAll(new PartitionKey("bob"))))
        .containsExactlyInAnyOrder("B1", "b2");
    assertThat(ids(purchases.findAll())).hasSize(12);
  }

  @Test
  void findsByQueriesFromNames() {
    assertThat(ids(purchases.findByCustomer("bob"))).containsExactlyInAnyOrder("B1", "b2");
    assertThat(ids(purchases.findByCustomerAndTotalGreaterThan("ada", 70)))
        .containsExactlyInAnyOrder("a8", "a9");
    assertThat(ids(purchases.findByTotalBetweenOrNoteIsNotNull(40, 50, Sort.by("total"))))
        .containsExactly("a4", "b2", "a5", "B1");
    assertThat(ids(purchases.findByIdStartingWithIgnoreCase("b")))
        .containsExactlyInAnyOrder("B1", "b2");
    assertThat(ids(purchases.findByNoteContaining("post"))).containsExactly("B1");
    assertThat(ids(purchases.findByCustomerIn(List.of("bob", "eve")))).hasSize(2);
    assertThat(ids(purchases.findTop3ByCustomerOrderByTotalDesc("ada")))
        .containsExactly("a9", "a8", "a7");
  }

  @Test
  void countsAndAsksWhetherThereAreAny() {
    assertThat(purchases.count()).isEqualTo(12);
    assertThat(purchases.countByCustomer("ada")).isEqualTo(10);
    assertThat(purchases.existsById("a1")).isTrue();
    assertThat(purchases.existsById("none")).isFalse();
    assertThat(purchases.existsByNote("by post, please")).isTrue();
    assertThat(purchases.existsByNote("none")).isFalse();
  }

  @Test
  void sortsAndPages() {
    assertThat(ids(purchases.findAll(Sort.by(Sort.Direction.DESC, "total"))))
        .startsWith("B1", "a9")
        .endsWith("a0");

    List<String> seen = new ArrayList<>();
    Pageable next = new CosmosPageRequest(0, 5, null, Sort.by("total"));
    Page<Purchase> page;
    do {
      page = purchases.findAll(next);
      assertThat(page.getTotalElements()).isEqualTo(12);
      seen.addAll(ids(page));
      next = page.nextPageable();
    } while (page.hasNext());
    assertThat(seen)
        .containsExactly("a0", "a1", "a2", "a3", "a4", "b2", "a5", "a6", "a7", "a8", "a9", "B1");

    Page<Purchase> large = purchases.findByTotalGreaterThan(50, CosmosPageRequest.of(0, 3));
    assertThat(large.getTotalElements()).isEqualTo(5);
    assertThat(ids(large)).hasSize(3);
    Slice<Purchase> small = purchases.findByTotalLessThan(50, CosmosPageRequest.of(0, 3));
    assertThat(ids(small)).hasSize(3);
    assertThat(small.hasNext()).isTrue();
  }

  @Test
  void findsByQueriesWrittenOut() {
    assertThat(ids(purchases.large("ada", 70, Sort.by(Sort.Direction.DESC, "total"))))
        .containsExactly("a9", "a8", "a7");
    assertThat(ids(purchases.ofAny(List.of("bob"), CosmosPageRequest.of(0, 1)))).hasSize(1);
    assertThat(ids(purchases.tagged("tag2"))).containsExactlyInAnyOrder("a2", "a5", "a8");
    assertThat(purchases.sum("bob")).isEqualTo(545);
    assertThat(purchases.purchasesOfEach())
        .extracting(row -> row.get("customer").asText() + row.get("purchases").asInt())
        .containsExactlyInAnyOrder("ada10", "bob2");
  }

  @Test
  void refusesToOverwriteWhatHasChanged() {
    Purchase mine = purchases.findById("a1", new PartitionKey("ada")).orElseThrow();
    Purchase theirs = purchases.findById("a1", new PartitionKey("ada")).orElseThrow();
    theirs.total = 1;
    String written = purchases.save(theirs)._etag;
    assertThat(written).isNotNull().isNotEqualTo(mine._etag);
    mine.total = 2;
    assertThatThrownBy(() -> purchases.save(mine))
        .isInstanceOf(CosmosPreconditionFailedException.class);
    assertThatThrownBy(() -> purchases.delete(mine))
        .isInstanceOf(CosmosPreconditionFailedException.class);
    assertThat(purchases.findById("a1", new PartitionKey("ada")).orElseThrow().total).isEqualTo(1);
  }

  @Test
  void refusesANewOneInThePlaceOfAnother() {
    assertThatThrownBy(() -> purchases.save(Purchase.of("a1", "ada", 1)))
        .isInstanceOf(CosmosPreconditionFailedException.class);
  }

  @Test
  void patches() {
    Purchase patched =
        purchases.save(
            "a1",
            new PartitionKey("ada"),
            Purchase.class,
            CosmosPatchOperations.create().increment("/total", 5));
    assertThat(patched.total).isEqualTo(15);
  }

  @Test
  void deletes() {
    purchases.deleteById("a1", new PartitionKey("ada"));
    purchases.delete(purchases.findById("a2").orElseThrow());
    purchases.deleteByCustomer("bob");
    assertThat(purchases.count()).isEqualTo(8);
    purchases.deleteAll(purchases.tagged("tag0"));
    assertThat(purchases.count()).isEqualTo(4);
    purchases.deleteAll();
    assertThat(purchases.count()).isZero();
  }

  private static List<String> ids(Iterable<Purchase> found) {
    return StreamSupport.stream(found.spliterator(), false).map(purchase -> purchase.id).toList();
  }
}
