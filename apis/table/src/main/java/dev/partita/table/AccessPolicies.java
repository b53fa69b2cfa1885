package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.container.Container;
import dev.partita.container.catalogue.Catalogue;
import dev.partita.container.catalogue.ResourceRecord;
import dev.partita.json.JsonArray;
import dev.partita.json.JsonObject;
import dev.partita.json.JsonString;
import dev.partita.json.JsonValue;
import dev.partita.table.auth.Access;
import dev.partita.table.auth.AccessPolicy;
import dev.partita.table.auth.Operation;
import dev.partita.table.error.TableError;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The access policies of tables, which signatures can refer to. Kept with their containers. */
final class AccessPolicies {

  private static final String KIND = "tableAccessPolicies";
  private static final String NAME = "policies";
  private static final int POLICIES_MAX = 5;

  private final Catalogue resources;
  private final TableCatalogue catalogue;

  AccessPolicies(Catalogue resources, TableCatalogue catalogue) {
    this.resources = resources;
    this.catalogue = catalogue;
  }

  /** Those of a table; none if there is no such table. */
  List<AccessPolicy> of(String account, String table) {
    return catalogue
        .find(account, table)
        .flatMap(this::stored)
        .map(record -> read(record.body()))
        .orElse(List.of());
  }

  Answer handle(Call call, String table, Access access) {
    access.require(Operation.ACCESS_POLICIES, table);
    if (call.form() == TableForm.COSMOS) {
      throw TableError.NOT_IMPLEMENTED
          .failure("Tables of this account have no access policies.")
          .with("option", "comp=acl");
    }
    Container container = catalogue.require(call.account(), table);
    return switch (call.method()) {
      case "GET", "HEAD" ->
          Answer.of(200)
              .body(
                  "application/xml",
                  xml(of(call.account(), table)).getBytes(StandardCharsets.UTF_8));
      case "PUT" -> {
        set(container, parse(call.request().body()));
        yield Answer.of(204);
      }
      default -> throw call.methodNotAllowed();
    };
  }

  private Optional<ResourceRecord> stored(Container container) {
    return resources.resource(KIND, container.number(), NAME);
  }

  private void set(Container container, List<AccessPolicy> policies) {
    JsonObject body = write(policies);
    Optional<ResourceRecord> known = stored(container);
    if (known.isPresent()) {
      resources.replaceResource(known.get().number(), NAME, body, Catalogue.Requirement.NONE);
    } else {
      resources.createResource(KIND, container.number(), NAME, body);
    }
  }

  /**
   * @throws DatabaseException if the body is not a list of at most five policies
   */
  private static List<AccessPolicy> parse(byte[] body) {
    if (body.length == 0) {
      return List.of();
    }
    Xml.Element root = Xml.read(body);
    List<AccessPolicy> policies = new ArrayList<>();
    for (Xml.Element identifier : root.children("SignedIdentifier")) {
      String id = identifier.text("Id");
      if (id.isEmpty() || id.length() > 64) {
        throw TableError.INVALID_XML_DOCUMENT
            .failure("The id of an access policy has between 1 and 64 characters.")
            .with("id", id);
      }
      Xml.Element policy =
          identifier.child("AccessPolicy").orElse(new Xml.Element("", "", List.of()));
      policies.add(
          new AccessPolicy(
              id, policy.text("Start"), policy.text("Expiry"), policy.text("Permission")));
    }
    if (policies.size() > POLICIES_MAX || !root.name().equals("SignedIdentifiers")) {
      throw TableError.INVALID_XML_DOCUMENT
          .failure("A table has SignedIdentifiers, and at most five of them.")
          .with("found", policies.size());
    }
    return policies;
  }

  private static String xml(List<AccessPolicy> policies) {
    StringBuilder xml =
        new StringBuilder("<?xml version=\"1.0\" encoding=\"utf-8\"?><SignedIdentifiers>");
    for (AccessPolicy policy : policies) {
      xml.append("<SignedIdentifier>").append(Xml.element("Id", policy.id()));
      xml.append("<AccessPolicy>");
      for (String[] part :
          new String[][] {
            {"Start", policy.start()},
            {"Expiry", policy.expiry()},
            {"Permission", policy.permissions()}
          }) {
        if (!part[1].isEmpty()) {
          xml.append(Xml.element(part[0], part[1]));
        }
      }
      xml.append("</AccessPolicy></SignedIdentifier>");
    }
    return xml.append("</SignedIdentifiers>").toString();
  }

  private static JsonObject write(List<AccessPolicy> policies) {
    return JsonObject.of(
        NAME,
        JsonArray.of(
            policies.stream()
                .map(
                    policy ->
                        JsonObject.builder()
                            .put("id", policy.id())
                            .put("start", policy.start())
                            .put("expiry", policy.expiry())
                            .put("permissions", policy.permissions())
                            .build())
                .toList()));
  }

  private static List<AccessPolicy> read(JsonObject body) {
    List<AccessPolicy> policies = new ArrayList<>();
    if (body.at(NAME) instanceof JsonArray array) {
      for (JsonValue value : array) {
        if (value instanceof JsonObject policy) {
          policies.add(
              new AccessPolicy(
                  text(policy, "id"),
                  text(policy, "start"),
                  text(policy, "expiry"),
                  text(policy, "permissions")));
        }
      }
    }
    return policies;
  }

  private static String text(JsonObject policy, String name) {
    return policy.at(name) instanceof JsonString(String text) ? text : "";
  }
}
