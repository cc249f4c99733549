// SPDX-License-Identifier: MIT
import { Fragment, useMemo, type ReactNode } from "react";
import { parseMarkdown, type Alignment, type Block, type Inline } from "../lib/markdown";

function inline(nodes: Inline[]): ReactNode {
  return nodes.map((node, i) => <Fragment key={i}>{inlineNode(node)}</Fragment>);
}

function inlineNode(node: Inline): ReactNode {
  switch (node.type) {
    case "text": return node.text;
    case "break": return <br />;
    case "code": return <code>{node.text}</code>;
    case "strong": return <strong>{inline(node.children)}</strong>;
    case "emphasis": return <em>{inline(node.children)}</em>;
    case "deleted": return <del>{inline(node.children)}</del>;
    // The words of a link may say anything: the address is told when one points at it.
    case "link": return <a href={node.address} title={node.address} target="_blank" rel="noopener noreferrer nofollow">{inline(node.children)}</a>;
  }
}

function blocks(nodes: Block[]): ReactNode {
  return nodes.map((node, i) => <Fragment key={i}>{block(node)}</Fragment>);
}

/** An item that is one paragraph stands without it, as lists are mostly written. */
function itemOf(nodes: Block[]): ReactNode {
  const [first, ...rest] = nodes;
  return first?.type === "paragraph" ? <>{inline(first.children)}{blocks(rest)}</> : blocks(nodes);
}

const cellClass = (alignment: Alignment | undefined) => (alignment === "right" ? "right" : alignment === "center" ? "center" : undefined);

function block(node: Block): ReactNode {
  switch (node.type) {
    case "paragraph": return <p>{inline(node.children)}</p>;
    case "code": return <pre className="output" tabIndex={0}>{node.text}</pre>;
    case "quote": return <blockquote>{blocks(node.children)}</blockquote>;
    case "rule": return <hr />;
    case "heading": {
      // The card that the notes stand in has a heading of the second level.
      const Heading = (["h3", "h4", "h5"] as const)[Math.min(node.level, 3) - 1] ?? "h5";
      return <Heading>{inline(node.children)}</Heading>;
    }
    case "list": {
      const items = node.items.map((item, i) => <li key={i}>{itemOf(item)}</li>);
      return node.ordered ? <ol start={node.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return (
        <div className="scroll" tabIndex={0} role="region" aria-label="Table">
          <table className="table">
            <thead><tr>{node.head.map((cell, i) => <th key={i} scope="col" className={cellClass(node.alignments[i])}>{inline(cell)}</th>)}</tr></thead>
            <tbody>{node.rows.map((row, i) => <tr key={i}>{row.map((cell, j) => <td key={j} className={cellClass(node.alignments[j])}>{inline(cell)}</td>)}</tr>)}</tbody>
          </table>
        </div>
      );
  }
}

/** Markdown as elements of the page; HTML in it stays text. */
export function Markdown({ text }: { text: string }) {
  const tree = useMemo(() => parseMarkdown(text), [text]);
  return <div className="notes">{blocks(tree)}</div>;
}
