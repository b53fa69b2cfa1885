package dev.partita.conformance;

import com.azure.spring.data.cosmos.core.mapping.Container;
import com.azure.spring.data.cosmos.core.mapping.PartitionKey;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;

/** Entity of the application with Spring Data. Public fields, for Spring and Jackson to fill. */
@Container(containerName = "purchases", ru = "400")
public final class Purchase {

  @Id public String id = "";
  @PartitionKey public String customer = "";
  public int total;
  public @Nullable String note;
  public List<String> tags = List.of();

  // Set by the server.
  @Version
  @SuppressWarnings("MemberName")
  public @Nullable String _etag;

  static Purchase of(String id, String customer, int total, String... tags) {
    Purchase purchase = new Purchase();
    purchase.id = id;
    purchase.customer = customer;
    purchase.total = total;
    purchase.tags = List.of(tags);
    return purchase;
  }
}
