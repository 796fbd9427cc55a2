import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionsOf, hotLoop } from '../../../src/study/loop-attribution/hot-loop';

const CHECKED = `
_ZN5loops7checked3wma17h0E:
	xorl	%eax, %eax
.LBB0_1:
	xorpd	%xmm0, %xmm0
.LBB0_2:
	cmpq	%rsi, %rax
	jae	.LBB0_9
	cvtsi2sd	%rax, %xmm1
	mulsd	(%rdi,%rax,8), %xmm1
	addsd	%xmm1, %xmm0
	incq	%rax
	jne	.LBB0_2
	movsd	%xmm0, (%rcx)
	jmp	.LBB0_1
.LBB0_9:
	ud2
	.cfi_endproc
`;

test('the innermost loop that adds is found, and what one turn of it holds', () => {
  const found = hotLoop(CHECKED)!;
  assert.deepEqual(
    { ...found, text: found.text.length },
    { instructions: 7, unrolled: 1, conversions: 1, compares: 1, text: 7 },
  );
  assert.equal(found.text[0], 'cmpq %rsi, %rax');
});

test('an unrolled loop counts each product, also those made two at a time', () => {
  const found = hotLoop(`
.LBB0_3:
	mulsd	(%rdi), %xmm1
	addsd	%xmm1, %xmm0
	mulpd	8(%rdi), %xmm2
	addsd	%xmm2, %xmm0
	unpckhpd	%xmm2, %xmm2
	addsd	%xmm2, %xmm0
	jne	.LBB0_3
.LBB0_4:
	mulsd	(%rdi), %xmm1
	addsd	%xmm1, %xmm0
	jne	.LBB0_4
`)!;
  assert.equal(found.unrolled, 3);
  assert.equal(found.instructions, 7);
});

test('AArch64 is read too', () => {
  const found = hotLoop(`
LBB0_2:
	ldr	d1, [x8], #8
	scvtf	d2, x9
	fmul	d1, d1, d2
	fadd	d0, d0, d1
	subs	x10, x10, #1
	b.ne	LBB0_2
`)!;
  assert.deepEqual([found.instructions, found.unrolled, found.conversions, found.compares], [6, 1, 1, 1]);
});

test('a text without a loop of additions has none', () => {
  for (const text of ['', 'nonsense', '.LBB0_1:\n\tincq\t%rax\n\tjne\t.LBB0_1\n'])
    assert.equal(hotLoop(text), null);
});

test('the functions of a file are told apart by their modules', () => {
  const found = functionsOf(`${CHECKED}\n_ZN17ipc_tax_variants5loops16checked_unsigned3wma17hE:\n\tretq\n`);
  assert.deepEqual([...found.keys()], ['checked', 'checked-unsigned']);
});
