package dev.partita.nosql;

import dev.partita.container.catalogue.ContainerModel;
import dev.partita.nosql.explain.ExplainAction;
import dev.partita.protocol.Listener;
import dev.partita.protocol.Listener.Address;
import dev.partita.protocol.OperatorActions;
import dev.partita.protocol.Protocol;
import dev.partita.protocol.ProtocolModule;
import dev.partita.protocol.ProtocolServices;
import dev.partita.protocol.account.Account;
import dev.partita.protocol.setting.Setting;
import dev.partita.protocol.setting.SettingValues;
import java.util.List;
import java.util.Map;

/**
 * Cosmos DB's REST protocol, at the root of the server. Containers that no other protocol describes
 * are its own, so it is listed after those.
 */
public final class NosqlModule implements ProtocolModule<NosqlModule.Options, NosqlModule.Running> {

  private static final String NAME = "nosql";

  /**
   * What can be set of it.
   *
   * @param consistency the account's
   */
  public record Options(ConsistencyPolicy consistency) {}

  /** The protocol at work. */
  public record Running(NosqlApi api) implements Protocol {

    @Override
    public Map<String, OperatorActions.OfContainer> containerActions() {
      return Map.of("explain", new ExplainAction(api::explain));
    }

    @Override
    public void close() {
      api.close();
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Setting<?>> settings() {
    return List.of(ConsistencyPolicy.SETTING);
  }

  @Override
  public Options options(SettingValues values) {
    return new Options(values.of(ConsistencyPolicy.SETTING));
  }

  @Override
  public List<Listener<Running>> listeners(Options options, Account account) {
    return List.of(
        new Listener.AtPath<>("/", Running::api, account.isOpen()).withAddress(Address.of(NAME)));
  }

  @Override
  public Running start(Options options, ProtocolServices services) {
    Account account = services.account();
    NosqlApi api =
        new NosqlApi(
            services.engine(),
            services.documents(),
            services.queries(),
            new NosqlOptions(
                account.name(),
                account.keys(),
                services.publicEndpoint(),
                services.queryMillis(),
                options.consistency()),
            services.telemetry().recorder(NAME));
    return new Running(api);
  }

  @Override
  public boolean describes(ContainerModel model) {
    return model.name().equals(ContainerModel.DOCUMENT.name());
  }
}
