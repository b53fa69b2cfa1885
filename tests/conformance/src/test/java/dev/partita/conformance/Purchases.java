package dev.partita.conformance;

import com.azure.spring.data.cosmos.repository.CosmosRepository;
import com.azure.spring.data.cosmos.repository.Query;
import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.repository.query.Param;

/** Repository of the application with Spring Data: derived and explicit queries. */
public interface Purchases extends CosmosRepository<Purchase, String> {

  List<Purchase> findByCustomer(String customer);

  List<Purchase> findByCustomerAndTotalGreaterThan(String customer, int total);

  List<Purchase> findByTotalBetweenOrNoteIsNotNull(int least, int most, Sort sort);

  List<Purchase> findByIdStartingWithIgnoreCase(String start);

  List<Purchase> findByNoteContaining(String part);

  List<Purchase> findByCustomerIn(Collection<String> customers);

  List<Purchase> findTop3ByCustomerOrderByTotalDesc(String customer);

  boolean existsByNote(String note);

  long countByCustomer(String customer);

  void deleteByCustomer(String customer);

  Page<Purchase> findByTotalGreaterThan(int total, Pageable page);

  Slice<Purchase> findByTotalLessThan(int total, Pageable page);

  @Query("SELECT * FROM c WHERE c.customer = @customer AND c.total >= @least")
  List<Purchase> large(@Param("customer") String customer, @Param("least") int least, Sort sort);

  @Query("SELECT * FROM c WHERE ARRAY_CONTAINS(@customers, c.customer)")
  Page<Purchase> ofAny(@Param("customers") List<String> customers, Pageable page);

  @Query("SELECT * FROM c WHERE ARRAY_CONTAINS(c.tags, @tag)")
  List<Purchase> tagged(@Param("tag") String tag);

  @Query("SELECT VALUE SUM(c.total) FROM c WHERE c.customer = @customer")
  long sum(@Param("customer") String customer);

  @Query("SELECT c.customer, COUNT(1) AS purchases FROM c GROUP BY c.customer")
  List<JsonNode> purchasesOfEach();
}
