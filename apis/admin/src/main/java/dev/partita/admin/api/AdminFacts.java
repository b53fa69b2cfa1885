package dev.partita.admin.api;

import dev.partita.container.catalogue.ContainerRecord;
import dev.partita.container.catalogue.DatabaseRecord;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * What the server knows of itself.
 *
 * @param account the account that is served
 * @param ports the ports of other endpoints than this one, by their names in the account's document
 * @param storageAccounts the accounts that have tables of their own
 * @param apis which API a container belongs to
 */
public record AdminFacts(
    String account,
    String version,
    long startedMillis,
    Map<String, Integer> ports,
    List<String> storageAccounts,
    BiFunction<DatabaseRecord, ContainerRecord, String> apis) {}
