/** Formatter and linter in one: the Vue field's own style, plus what this house forbids. */
import antfu from '@antfu/eslint-config'

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
      // A shape and its type share their noun: `const Take = z.object(…)`, `type Take`.
      'ts/no-redeclare': 'off',
      // One idea stays on one line where it fits; breaking every small object and ternary makes files longer, not clearer.
      'antfu/reasonable-newline': 'off',
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
      'vue/block-order': ['error', { order: ['script', 'template', 'style'] }],
    },
  },
)
