package dev.partita.table;

import dev.partita.base.error.DatabaseException;
import dev.partita.table.error.TableError;
import java.io.ByteArrayInputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** The little XML that the protocol has. Pure functions without state. */
final class Xml {

  private static final int DEEPEST = 16;

  /** An element with what is in it. */
  record Element(String name, String text, List<Element> children) {

    Optional<Element> child(String wanted) {
      return children.stream().filter(each -> each.name().equals(wanted)).findFirst();
    }

    List<Element> children(String wanted) {
      return children.stream().filter(each -> each.name().equals(wanted)).toList();
    }

    String toXml() {
      StringBuilder xml = new StringBuilder("<").append(name).append('>');
      if (children.isEmpty()) {
        xml.append(escape(text));
      }
      children.forEach(child -> xml.append(child.toXml()));
      return xml.append("</").append(name).append('>').toString();
    }

    /** The text of a child; empty if there is none. */
    String text(String wanted) {
      return child(wanted).map(Element::text).orElse("");
    }
  }

  private Xml() {}

  /**
   * @throws DatabaseException if the body is not XML, or has what is only of use to attackers
   */
  static Element read(byte[] body) {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    try {
      XMLStreamReader reader = factory.createXMLStreamReader(new ByteArrayInputStream(body));
      try {
        reader.nextTag();
        return element(reader, 0);
      } finally {
        reader.close();
      }
    } catch (XMLStreamException e) {
      throw TableError.INVALID_XML_DOCUMENT.failure().with("reason", e);
    }
  }

  private static Element element(XMLStreamReader reader, int depth) throws XMLStreamException {
    if (depth > DEEPEST) {
      throw TableError.INVALID_XML_DOCUMENT.failure("It nests too deep.");
    }
    String name = reader.getLocalName();
    StringBuilder text = new StringBuilder();
    List<Element> children = new ArrayList<>();
    while (true) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> children.add(element(reader, depth + 1));
        case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA ->
            text.append(reader.getText());
        case XMLStreamConstants.END_ELEMENT -> {
          return new Element(name, text.toString().strip(), children);
        }
        default -> {
          // Comments and the like.
        }
      }
    }
  }

  static String escape(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '\n', '\t' -> escaped.append(c);
        default -> escaped.append(c < ' ' ? '?' : c);
      }
    }
    return escaped.toString();
  }

  static String element(String name, String text) {
    return "<" + name + ">" + escape(text) + "</" + name + ">";
  }
}
