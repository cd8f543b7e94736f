/** Formatter and linter in one: the Vue field's own style, plus what this house forbids. */
import type { Rule } from 'eslint'
import antfu from '@antfu/eslint-config'

/** Documentation comments: lines begin with one aligned asterisk, and a comment of several lines begins and ends on lines of its own. */
const docComments: Rule.RuleModule = {
  meta: { type: 'layout', schema: [] },
  create: context => ({
    Program() {
      for (const { type, value, loc } of context.sourceCode.getAllComments()) {
        const [first = '', ...rest] = value.split('\n')
        if (type !== 'Block' || !first.startsWith('*') || !loc)
          continue
        const margin = ' '.repeat(loc.start.column + 1)
        const isInShape = rest.length === 0
          ? /^\*[^*]/.test(first)
          : first === '*' && rest.pop() === margin
            && rest.every(line => line.startsWith(margin) && /^\*(?: [^*]|$)/.test(line.slice(margin.length)))
        if (!isInShape)
          context.report({ loc, message: 'Begin each line with one asterisk below the first of /**, which stands alone.' })
      }
    },
  }),
}

/** A constant has a name like everything else: what it is, not that it is constant. */
const constantNames: Rule.RuleModule = {
  meta: { type: 'suggestion', schema: [] },
  create: context => ({
    VariableDeclarator({ id }) {
      if (id.type === 'Identifier' && /^[A-Z][A-Z\d]+(?:_[A-Z\d]+)*$/.test(id.name))
        context.report({ node: id, message: 'Write constants in camelCase.' })
    },
  }),
}

/** Each of these reads all comments again: tags are not written here, as types are in TypeScript, and `docComments` sees to the shape. */
const aboutComments = [
  ...['check-access', 'check-alignment', 'check-param-names', 'check-property-names', 'check-types', 'empty-tags'],
  ...['implements-on-classes', 'multiline-blocks', 'no-defaults', 'no-multi-asterisks', 'require-param-name'],
  ...['require-property', 'require-property-description', 'require-property-name', 'require-returns-check'],
  ...['require-returns-description', 'require-yields-check'],
]

export default antfu(
  {
    type: 'app',
    vue: true,
    typescript: true,
    jsx: false,
    stylistic: { jsx: false },
    markdown: false,
    yaml: false,
    ignores: ['out/**', 'dist/**', 'test-results/**', 'resources/**'],
  },
  {
    plugins: { house: { rules: { 'doc-comments': docComments, 'constant-names': constantNames } } },
    rules: {
      'house/doc-comments': 'error',
      'house/constant-names': 'error',
      'node/prefer-global/process': 'off',
      'node/prefer-global/buffer': 'off',
      'no-console': 'error',
      ...Object.fromEntries(aboutComments.map(name => [`jsdoc/${name}`, 'off'] as const)),
      // A shape and its type share their noun: `const Take = z.object(…)`, `type Take`.
      'ts/no-redeclare': 'off',
      // One idea stays on one line where it fits; breaking every small object and ternary makes files longer, not clearer.
      'antfu/reasonable-newline': 'off',
      // A line may be longer only for one string, template or pattern that would be harder to read in pieces.
      'style/max-len': ['error', {
        code: 140,
        ignoreUrls: true,
        ignorePattern: [
          '^.{0,100}(?:\'[^\']{60,}\'|"[^"]{60,}"|`.{60,}`|/.{60,}/[a-z]*).{0,24}$',
          // The name of a test is a sentence.
          '^\\s*\\w+(?:\\.each\\([^\']*\\))?\\(\'',
          '^\\s*it\\.(?:each|runIf|skipIf)\\b.*\\)\\(\'',
        ].join('|'),
      }],
    },
  },
  {
    // What is unused, the compiler says of all that it reads (`noUnusedLocals`, `noUnusedParameters`).
    files: ['**/*.ts', '**/*.vue'],
    ignores: ['*.ts'],
    rules: { 'unused-imports/no-unused-imports': 'off', 'unused-imports/no-unused-vars': 'off' },
  },
  {
    // What must be loaded first is in a paragraph of its own.
    files: ['src-main/hosts/*/index.ts'],
    rules: {
      'perfectionist/sort-imports': ['error', {
        ...{ type: 'natural', order: 'asc', partitionByNewLine: true, newlinesBetween: 'ignore' },
        groups: ['type-external', ['type-parent', 'type-sibling'], 'value-builtin', 'value-external', ['value-parent', 'value-sibling']],
      }],
    },
  },
  {
    // Sentences are easier to read whole, and migrations are never edited.
    files: ['src-renderer/texts/**', 'src-preload/rules/text/**', 'src-main/hosts/electron/texts.ts', 'src-main/storage/migrations/**'],
    rules: { 'style/max-len': 'off' },
  },
  {
    // Numbers and dates are written in the language of the page; without one, in that of the browser.
    files: ['src-renderer/**'],
    rules: Object.fromEntries(['no-restricted-syntax', 'vue/no-restricted-syntax'].map(name => [name, ['error', {
      selector: 'CallExpression[callee.property.name=/^toLocale(?:Date|Time)?String$/][arguments.length=0]',
      message: 'Name the language: toLocaleString(language).',
    }, {
      selector: 'VariableDeclarator[id.type=ObjectPattern][init.callee.name=useLanguage]',
      message: 'What is taken out of the store stays as it was when the language changes: language.language.',
    }]] as const)),
  },
  {
    // Without one they wait for a second, in which a busy machine does nothing.
    files: ['test/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', {
        selector: 'CallExpression[callee.object.name=vi][callee.property.name=/^wait(?:For|Until)$/][arguments.length<2]',
        message: 'Say how long to wait: { timeout: hangMs }.',
      }],
    },
  },
  {
    files: ['test/kit/*.mjs'],
    rules: { 'antfu/no-top-level-await': 'off' },
  },
  {
    files: ['**/*.vue'],
    rules: {
      'vue/no-v-html': 'error',
      'vue/max-attributes-per-line': ['error', { singleline: 20, multiline: 1 }],
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
)
