/** Formatter and linter in one: the Vue field's own style, plus what this house forbids. */
import antfu from '@antfu/eslint-config'

/** Rules about tags that this house does not write: types and parameters are in TypeScript. Each reads all comments anew. */
const aboutTags = [
  ...['check-access', 'check-param-names', 'check-property-names', 'check-types', 'implements-on-classes', 'no-defaults'],
  ...['require-param-name', 'require-property', 'require-property-description', 'require-property-name'],
  ...['require-returns-check', 'require-returns-description', 'require-yields-check'],
]

export default antfu(
  {
    type: 'app',
    vue: true,
    typescript: true,
    markdown: false,
    yaml: false,
    ignores: ['out/**', 'dist/**', 'test-results/**', 'resources/**'],
  },
  {
    rules: {
      'node/prefer-global/process': 'off',
      'node/prefer-global/buffer': 'off',
      'no-console': 'error',
      ...Object.fromEntries(aboutTags.map(name => [`jsdoc/${name}`, 'off'] as const)),
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
        ].join('|'),
      }],
    },
  },
  {
    // Sentences are easier to read whole, and migrations are never edited.
    files: ['src-renderer/texts/**', 'src-main/hosts/electron/texts.ts', 'src-main/storage/migrations/**'],
    rules: { 'style/max-len': 'off' },
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
