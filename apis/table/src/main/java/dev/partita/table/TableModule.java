package dev.partita.table;

import dev.partita.container.catalogue.ContainerModel;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.net.http.HttpHandler;
import dev.partita.protocol.Listener;
import dev.partita.protocol.Listener.Address;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.account.AccountKeys;
import dev.partita.protocol.setting.PortChoice;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import dev.partita.table.auth.AccountKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tables in both forms, each at a port of its own. */
public final class TableModule implements ProtocolModule<TableModule.Options, TableModule.Running> {

  private static final String COSMOS = "table";
  private static final String STORAGE = "storage-table";

  /**
   * What users chose.
   *
   * @param port that of the Cosmos DB Table API
   * @param storagePort that of the tables of storage accounts
   * @param accounts the storage accounts with their keys
   * @param knownKey whether one of these keys is known to all
   * @param bearerTokens whether tokens are accepted whose signature is not checked
   */
  public record Options(
      PortChoice port,
      PortChoice storagePort,
      Map<String, List<AccountKey>> accounts,
      boolean knownKey,
      boolean bearerTokens) {

    public Options {
      accounts = Map.copyOf(accounts);
    }
  }

  /**
   * The protocol at work.
   *
   * @param accounts the names of the storage accounts
   */
  public record Running(
      HttpHandler cosmos, HttpHandler storage, TablesForOperators operators, List<String> accounts)
      implements Protocol {

    @Override
    public Map<String, OperatorActions.OfDatabase> databaseActions() {
      return Map.of("tables", operators);
    }

    @Override
    public Map<String, JsonValue> accountFacts() {
      return Map.of(
          "storageAccounts", JsonArray.of(accounts.stream().map(JsonString::of).toList()));
    }
  }

  @Override
  public String name() {
    return COSMOS;
  }

  @Override
  public List<Setting<?>> settings() {
    return TableSettings.ALL;
  }

  @Override
  public Options options(SettingValues values) {
    return new Options(
        values.of(TableSettings.TABLE_PORT),
        TableSettings.storagePort(values),
        values.of(TableSettings.STORAGE_ACCOUNTS),
        TableSettings.hasKnownKey(values.given(TableSettings.STORAGE_ACCOUNTS)),
        values.of(TableSettings.OAUTH) == TableSettings.OAuth.BASIC);
  }

  @Override
  public List<Listener<Running>> listeners(Options options, Account account) {
    boolean open = account.isOpen() || options.bearerTokens();
    return List.of(
        new Listener.AtPort<>(
            TableSettings.STORAGE_TABLE_PORT,
            options.storagePort(),
            "Tables of storage accounts are not served",
            new Listener.Spoken.Http<>(Running::storage, null, open || options.knownKey()),
            Address.of(STORAGE, "Storage accounts' tables")),
        new Listener.AtPort<>(
            TableSettings.TABLE_PORT,
            options.port(),
            "Tables of the Cosmos account are not served",
            new Listener.Spoken.Http<>(Running::cosmos, null, open),
            Address.of(COSMOS, "Cosmos DB Table API")));
  }

  @Override
  public Running start(Options options, ProtocolServices services) {
    TableOptions tables = tableOptions(options, services);
    TableApi cosmos = api(services, COSMOS, TableForm.COSMOS, tables);
    TableApi storage = api(services, STORAGE, TableForm.STORAGE, tables);
    return new Running(
        cosmos,
        storage,
        new TablesForOperators(cosmos.trusting(), storage.trusting()),
        options.accounts().keySet().stream().sorted().toList());
  }

  private static TableApi api(
      ProtocolServices services, String name, TableForm form, TableOptions options) {
    return new TableApi(
        services.engine(),
        services.documents(),
        services.queries(),
        form,
        options,
        services.telemetry().recorder(name));
  }

  private static TableOptions tableOptions(Options options, ProtocolServices services) {
    Account account = services.account();
    AccountKeys keys = account.keys();
    List<AccountKey> cosmosKeys = new ArrayList<>();
    if (keys != null) {
      keys.readWrite().forEach(key -> cosmosKeys.add(AccountKey.of(key.bytes(), false)));
      keys.readOnly().forEach(key -> cosmosKeys.add(AccountKey.of(key.bytes(), true)));
    }
    return new TableOptions(
        keys != null,
        account.name(),
        cosmosKeys,
        options.accounts(),
        options.bearerTokens(),
        services.queryMillis());
  }

  /** Those of storage accounts, and those of one database of the account that is served. */
  @Override
  public boolean describes(ContainerModel model) {
    return model.presentation().equals(TableCatalogue.PRESENTATION);
  }
}
