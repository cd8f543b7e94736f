/**
 * Follows each path that the program writes, deletes, moves, copies or opens back to where it is made. What is made of literals, of the
 * system's own folders, or by `inside`, is proven; the rest is reported unless it is listed.
 */
import { join, relative, sep } from 'node:path'
import ts from 'typescript'

export interface Finding {
  /** Below src-main. */
  readonly file: string
  readonly line: number
  /** What the path contains that is not proven: `Target.folder`, or the expression. */
  readonly holds: string
}

/** Each function of node:fs that changes, moves or opens a file, with the positions of its paths. */
const doors: Readonly<Record<string, readonly number[]>> = {
  rm: [0],
  rmdir: [0],
  unlink: [0],
  writeFile: [0],
  appendFile: [0],
  truncate: [0],
  rename: [0, 1],
  copyFile: [0, 1],
  cp: [0, 1],
  link: [0, 1],
  symlink: [1],
  createReadStream: [0],
  createWriteStream: [0],
  open: [0],
  readFile: [0],
  mkdir: [0],
  mkdtemp: [0],
  chmod: [0],
  utimes: [0],
}

/** Functions that give back what they are given, or a part of it. */
const passing: ReadonlySet<string> = new Set([
  'basename',
  'dirname',
  'extname',
  'mkdtemp',
  'mkdtempSync',
  'normalize',
  'realpath',
  'realpathSync',
  'relative',
  'resolve',
  'String',
  'join',
  'parse',
])
/** Functions whose result is of the system's or the program's own making. A name that `readdir` gives is one of a file that is there. */
const own: ReadonlySet<string> = new Set([
  'cwd',
  'derivedId',
  'fileURLToPath',
  'homedir',
  'newId',
  'readdir',
  'readdirSync',
  'safeFileBase',
  'sha256',
  'tmpdir',
  'readlink',
])
const ownMethods: ReadonlySet<string> = new Set(['digest', 'toISOString'])
const ofInside: ReadonlySet<string> = new Set(['inside', 'insideOrNull'])

/** Types without an unknown text. */
const harmless = ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike | ts.TypeFlags.StringLiteral
  | ts.TypeFlags.Null | ts.TypeFlags.Undefined

export function createProgram(root: string, more: ReadonlyMap<string, string> = new Map()): ts.Program {
  const configPath = join(root, 'src-main/tsconfig.json')
  const { config } = ts.readConfigFile(configPath, path => ts.sys.readFile(path)) as { config: unknown }
  const parsed = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'src-main'))
  const options = { ...parsed.options, noEmit: true, composite: false, incremental: false }
  const host = ts.createCompilerHost(options)
  const { readFile, fileExists, getSourceFile } = host
  host.readFile = path => more.get(path) ?? readFile(path)
  host.fileExists = path => more.has(path) || fileExists(path)
  host.getSourceFile = (path, ...rest) => {
    const text = more.get(path)
    return text === undefined ? getSourceFile(path, ...rest) : ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  }
  return ts.createProgram({ rootNames: [...parsed.fileNames, ...more.keys()], options, host })
}

/** Each path in `files` that contains something unproven. `isTrusted` is asked with what it contains. */
export function tracePaths(program: ts.Program, root: string, isTrusted: (holds: string) => boolean): Finding[] {
  const checker = program.getTypeChecker()
  const main = join(root, 'src-main')
  const files = program.getSourceFiles().filter(file => file.fileName.startsWith(main.split(sep).join('/')))
  const calls = new Map<ts.Node, ts.CallExpression[]>()
  const assignments = new Map<ts.Symbol, ts.Expression[]>()
  /** Functions by the member of an interface that they are given as: `{ remove: removeFile }`. */
  const givenAs = new Map<ts.Symbol, ts.Node[]>()
  /** What the members of interfaces are set to, wherever an object is written out. */
  const values = new Map<ts.Node, ts.Node[]>()
  const sinks: { call: ts.CallExpression, paths: readonly ts.Expression[] }[] = []

  for (const file of files)
    walk(file, note)
  return sinks.flatMap(({ call, paths }) => {
    const file = call.getSourceFile()
    const { line } = file.getLineAndCharacterOfPosition(call.getStart())
    const holds = new Set(paths.flatMap(path => unproven(path, new Set())))
    return [...holds].filter(each => !isTrusted(each)).map(each => ({ file: nameOf(file), line: line + 1, holds: each }))
  })

  function note(node: ts.Node): void {
    if (ts.isCallExpression(node)) {
      const declaration = declarationOf(node)
      if (declaration)
        append(calls, declaration, node)
      const door = doorOf(node)
      if (door)
        sinks.push({ call: node, paths: door.flatMap(at => node.arguments[at] ?? []) })
    }
    else if (ts.isBinaryExpression(node) && isAssignment(node.operatorToken.kind) && ts.isIdentifier(node.left)) {
      const symbol = checker.getSymbolAtLocation(node.left)
      if (symbol)
        append(assignments, symbol, node.right)
    }
    else if (ts.isShorthandPropertyAssignment(node) || ts.isPropertyAssignment(node)) {
      const member = memberOf(node)
      const value = ts.isShorthandPropertyAssignment(node) ? node.name : node.initializer
      const symbol = ts.isIdentifier(value) ? symbolOf(value) : undefined
      if (member)
        append(values, member, value)
      if (member && symbol)
        append(givenAs, symbol, member)
    }
    else if (ts.isMethodDeclaration(node)) {
      const member = memberOf(node)
      if (member)
        append(values, member, node)
    }
  }

  /** Positions of the paths, where the call is one of node:fs. */
  function doorOf(call: ts.CallExpression): readonly number[] | undefined {
    const callee = call.expression
    const called = ts.isPropertyAccessExpression(callee) ? callee.name : callee
    if (!ts.isIdentifier(called))
      return undefined
    const declared = symbolOf(called)?.declarations?.[0]?.getSourceFile().fileName ?? ''
    // What `inside` is told to stay in must be proven, too.
    if (declared.endsWith('src-main/base/inside.ts') && ofInside.has(called.text))
      return [0]
    const isFs = /\/@types\/node\/fs(?:\/promises)?\.d\.ts$/.test(declared)
    // A method of an open file has no path.
    const isMethod = ts.isPropertyAccessExpression(callee) && !/^(?:fs|fsp|promises)$/.test(callee.expression.getText())
    const name = symbolOf(called)?.name.replace(/Sync$/, '') ?? ''
    return isFs && !isMethod && Object.hasOwn(doors, name) ? doors[name] : undefined
  }

  /** What `path` contains that is not proven. */
  function unproven(path: ts.Node, seen: Set<ts.Node>): string[] {
    if (seen.has(path))
      return []
    seen.add(path)
    const of = (...nodes: readonly (ts.Node | undefined)[]): string[] => nodes.flatMap(node => node ? unproven(node, seen) : [])
    if (ts.isExpression(path) && isHarmless(checker.getTypeAtLocation(path)))
      return []
    if (isWrapped(path))
      return of(path.expression)
    if (ts.isConditionalExpression(path))
      return of(path.whenTrue, path.whenFalse)
    if (ts.isBinaryExpression(path))
      return of(path.left, path.right)
    if (ts.isTemplateExpression(path))
      return of(...path.templateSpans.map(span => span.expression))
    if (ts.isArrayLiteralExpression(path))
      return of(...path.elements)
    if (ts.isArrowFunction(path) || ts.isFunctionExpression(path) || ts.isFunctionDeclaration(path) || ts.isMethodDeclaration(path))
      return of(...returned(path))
    if (ts.isCallExpression(path))
      return ofCall(path, of)
    if (ts.isIdentifier(path))
      return ofSymbol(symbolOf(path), path, of)
    if (ts.isPropertyAccessExpression(path))
      return ofProperty(path.name, checker.getTypeAtLocation(path.expression), of)
    return [`${nameOf(path.getSourceFile())}: ${textOf(path)}`]
  }

  type Of = (...nodes: readonly (ts.Node | undefined)[]) => string[]

  function ofCall(call: ts.CallExpression, of: Of): string[] {
    const callee = call.expression
    const method = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined
    const name = method ?? symbolOf(callee)?.name ?? callee.getText()
    const declaration = declarationOf(call)
    const file = declaration?.getSourceFile().fileName ?? ''
    const isInside = ofInside.has(name) && file.endsWith('src-main/base/inside.ts')
    if (isInside || own.has(name) || (method !== undefined && ownMethods.has(method)))
      return []
    if (passing.has(name) && !file.includes('/src-'))
      return of(...call.arguments)
    if (declaration && ts.isFunctionLike(declaration) && 'body' in declaration && declaration.body)
      return of(declaration)
    if (declaration && file.includes('/src-')) {
      const isText = ['string', 'Promise<string>'].includes(checker.typeToString(checker.getTypeAtLocation(call)))
      const made = isText ? values.get(declaration) ?? [] : []
      return made.length > 0 ? of(...made) : [keyOf(declaration)]
    }
    // A method of a text or a list: what comes out was in it, or is made by the function that it is given.
    return ts.isPropertyAccessExpression(callee)
      ? of(callee.expression, ...call.arguments.filter(argument => ts.isArrowFunction(argument) && name.includes('ap')))
      : [`${nameOf(call.getSourceFile())}: ${textOf(call)}`]
  }

  function ofSymbol(symbol: ts.Symbol | undefined, at: ts.Node, of: Of): string[] {
    const [declaration] = symbol?.declarations ?? []
    if (!symbol || !declaration)
      return [`${nameOf(at.getSourceFile())}: ${textOf(at)}`]
    const later = assignments.get(symbol) ?? []
    if (ts.isVariableDeclaration(declaration)) {
      const list = declaration.parent.parent
      return of(ts.isForOfStatement(list) ? list.expression : declaration.initializer, ...later)
    }
    if (ts.isBindingElement(declaration))
      return ofBinding(declaration, of)
    if (ts.isParameter(declaration))
      return ofParameter(declaration, symbol, of)
    return of(declaration)
  }

  function ofBinding(element: ts.BindingElement, of: Of): string[] {
    const pattern = element.parent
    const name = element.propertyName ?? element.name
    if (ts.isObjectBindingPattern(pattern) && ts.isIdentifier(name))
      return ofProperty(name, checker.getTypeAtLocation(pattern), of)
    // The elements of a list are as good as the list.
    let holder: ts.Node = pattern.parent
    while (ts.isBindingElement(holder))
      holder = holder.parent.parent
    if (ts.isVariableDeclaration(holder))
      return of(ts.isForOfStatement(holder.parent.parent) ? holder.parent.parent.expression : holder.initializer)
    return [keyOf(element)]
  }

  function ofParameter(parameter: ts.ParameterDeclaration, symbol: ts.Symbol, of: Of): string[] {
    const owner = parameter.parent
    const at = owner.parameters.indexOf(parameter)
    const ways = [...callsOf(owner), ...callbacksOf(owner)]
    const given = ways.map(way => Array.isArray(way) ? way[at] : way)
    if (ways.length === 0 || symbol.name === 'this')
      return [keyOf(parameter)]
    return of(...given, ...(assignments.get(symbol) ?? []), parameter.initializer)
  }

  /** The arguments of each call of this function, also through an interface that it is a member of. */
  function callsOf(owner: ts.SignatureDeclaration): (readonly ts.Expression[])[] {
    const named = ts.isArrowFunction(owner) || ts.isFunctionExpression(owner) ? owner.parent : owner
    const symbol = 'name' in named && named.name ? checker.getSymbolAtLocation(named.name as ts.Node) : undefined
    const member = ts.isMethodDeclaration(named) || ts.isPropertyAssignment(named) ? memberOf(named) : undefined
    const places = [owner, named, member, ...(symbol ? givenAs.get(symbol) ?? [] : [])]
    return [...new Set(places)].flatMap(place => place ? calls.get(place) ?? [] : []).map(call => call.arguments)
  }

  /** For a function that is handed to another: what that one calls it with, or the list whose method it is. */
  function callbacksOf(owner: ts.SignatureDeclaration): (ts.Expression | readonly ts.Expression[])[] {
    const call = owner.parent
    if (!ts.isCallExpression(call))
      return []
    const declaration = declarationOf(call)
    if (declaration && 'body' in declaration && declaration.body && declaration.getSourceFile().fileName.includes('/src-')) {
      const handed = declaration.parameters[call.arguments.indexOf(owner as ts.ArrowFunction)]
      return handed ? callsOfParameter(handed) : []
    }
    return ts.isPropertyAccessExpression(call.expression) ? [call.expression.expression] : []
  }

  function callsOfParameter(parameter: ts.ParameterDeclaration): (readonly ts.Expression[])[] {
    const symbol = checker.getSymbolAtLocation(parameter.name)
    const found: (readonly ts.Expression[])[] = []
    walk(parameter.parent, (node) => {
      if (ts.isCallExpression(node) && symbol && checker.getSymbolAtLocation(node.expression) === symbol)
        found.push(node.arguments)
    })
    return found
  }

  /** A property of a thing: of a plain object, what it was made with; of an interface, its name in the list. */
  function ofProperty(name: ts.Identifier | ts.MemberName, type: ts.Type, of: Of): string[] {
    const [declaration] = type.getProperty(name.text)?.declarations ?? symbolOf(name)?.declarations ?? []
    if (!declaration)
      return [`${nameOf(name.getSourceFile())}: ${textOf(name.parent)}`]
    if (isHarmless(checker.getTypeOfSymbolAtLocation(type.getProperty(name.text) ?? checker.getSymbolAtLocation(name)!, name)))
      return []
    // What a schema reads came from a row, a file or the wire.
    if (ts.isPropertyAssignment(declaration) && checker.getTypeAtLocation(declaration.initializer).getProperty('_zod'))
      return [keyOf(declaration)]
    if (ts.isPropertyAssignment(declaration) && declaration.getSourceFile().fileName.includes('/src-main/'))
      return of(declaration.initializer)
    if (ts.isShorthandPropertyAssignment(declaration))
      return ofSymbol(checker.getShorthandAssignmentValueSymbol(declaration), declaration, of)
    const isDirent = /\/@types\/node\/fs\.d\.ts$/.test(declaration.getSourceFile().fileName)
    if (isDirent)
      return []
    // Rows come from a database, whatever else sets them.
    const set = holderOf(declaration).endsWith('Row') ? [] : values.get(declaration) ?? []
    return set.length > 0 ? of(...set) : [keyOf(declaration)]
  }

  /** `Interface.member`, or `file: function(parameter)`. */
  function keyOf(declaration: ts.Node): string {
    const name = (node: ts.Node): string => 'name' in node && node.name ? (node.name as ts.Node).getText() : ''
    const holder = holderOf(declaration)
    const member = ts.findAncestor(declaration, ts.isPropertySignature) ?? declaration
    if (holder !== '' && !ts.isParameter(declaration))
      return `${holder}.${name(member)}`
    const around = ts.findAncestor(declaration.parent, node =>
      name(node) !== '' && (ts.isFunctionLike(node) || ts.isVariableDeclaration(node) || ts.isPropertyAssignment(node)))
    return `${nameOf(declaration.getSourceFile())}: ${around ? name(around) : ''}(${name(declaration) || textOf(declaration)})`
  }

  function holderOf(declaration: ts.Node): string {
    const holder = ts.findAncestor(declaration.parent, node => ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node))
    return holder ? (holder as ts.InterfaceDeclaration).name.text : ''
  }

  /** The member of an interface that a property of an object literal is. */
  function memberOf(property: ts.ObjectLiteralElementLike): ts.Node | undefined {
    const type = ts.isObjectLiteralExpression(property.parent) ? checker.getContextualType(property.parent) : undefined
    const [found] = (property.name && type?.getProperty(property.name.getText())?.declarations) ?? []
    return found
  }

  /** Where the called function is declared: the function, or the member of an interface. */
  function declarationOf(call: ts.CallExpression): ts.SignatureDeclaration | undefined {
    const found = checker.getResolvedSignature(call)?.declaration
    if (!found || ts.isJSDocSignature(found))
      return undefined
    // The type of a member is inside of it: `remove: (id: string) => void`.
    return ts.isFunctionTypeNode(found) && ts.isPropertySignature(found.parent) ? found.parent as unknown as ts.SignatureDeclaration : found
  }

  function symbolOf(name: ts.Node): ts.Symbol | undefined {
    const symbol = ts.isShorthandPropertyAssignment(name.parent)
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name)
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  /** Numbers, literals, and what `inside` made: its type follows it through functions and interfaces. */
  function isHarmless(type: ts.Type): boolean {
    const types = type.isUnion() ? type.types : [type]
    return types.every(each => (each.flags & harmless) !== 0 || each.aliasSymbol?.name === 'InsidePath')
  }

  function nameOf(file: ts.SourceFile): string {
    return relative(main, file.fileName).split(sep).join('/')
  }
}

type Wrapped = ts.ParenthesizedExpression | ts.AwaitExpression | ts.AsExpression | ts.NonNullExpression | ts.SatisfiesExpression
  | ts.SpreadElement | ts.ElementAccessExpression

function isWrapped(node: ts.Node): node is Wrapped {
  return [ts.isParenthesizedExpression, ts.isAwaitExpression, ts.isAsExpression, ts.isNonNullExpression, ts.isSatisfiesExpression]
    .some(is => is(node)) || ts.isSpreadElement(node) || ts.isElementAccessExpression(node)
}

function returned(owner: ts.FunctionLikeDeclaration): ts.Node[] {
  const { body } = owner
  if (!body || !ts.isBlock(body))
    return body ? [body] : []
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    if ((ts.isReturnStatement(node) || ts.isYieldExpression(node)) && node.expression)
      found.push(node.expression)
    if (!ts.isFunctionLike(node))
      ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  ts.forEachChild(node, child => walk(child, visit))
}

function isAssignment(kind: ts.SyntaxKind): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key)
  if (list)
    list.push(value)
  else
    map.set(key, [value])
}

function textOf(node: ts.Node): string {
  return node.getText().replaceAll(/\s+/g, ' ').slice(0, 80)
}
