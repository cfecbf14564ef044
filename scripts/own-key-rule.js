/**
 * Lint rule: do not look up a word from outside in a plain object. `{ today: 0 }['constructor']` is a function, and
 * code that uses it fails. `lookUp` of `lib/base/look-up.ts` or a Map returns undefined.
 */
import { ESLintUtils } from '@typescript-eslint/utils';
import ts from 'typescript';

export const ownKeyRule = ESLintUtils.RuleCreator.withoutDocs({
  meta: {
    type: 'problem',
    messages: {
      plain: 'Do not index a plain object with an unknown key. Use lookUp() of lib/base/look-up.ts, or a Map',
    },
    schema: [],
  },
  defaultOptions: [],
  create(context) {
    const services = ESLintUtils.getParserServices(context);
    const checker = services.program.getTypeChecker();
    return {
      MemberExpression(node) {
        if (!node.computed || isWritten(node)) return;
        const key = services.getTypeAtLocation(node.property);
        if (!isAnyWord(key)) return;
        const object = checker.getApparentType(services.getTypeAtLocation(node.object));
        if (isPlain(object)) context.report({ node, messageId: 'plain' });
      },
    };

    function isPlain(type) {
      if (type.isUnion()) return type.types.some(isPlain);
      return checker.getIndexTypeOfType(type, ts.IndexKind.Number) === undefined || isRecord(type);
    }

    function isRecord(type) {
      return checker.getIndexTypeOfType(type, ts.IndexKind.String) !== undefined;
    }
  },
});

/** A string that is not limited to values known to the compiler. */
function isAnyWord(type) {
  if (type.isUnion()) return type.types.some(isAnyWord);
  return (type.flags & (ts.TypeFlags.String | ts.TypeFlags.Any)) !== 0;
}

function isWritten({ parent }) {
  return parent.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression';
}
