"""The functions of torch that an answer may call, by name.

The list contains elementary operations and the building blocks of networks. Other
functions could do a task's work in passing. For example, a loss computes a softmax
along the way, and the gradient of a cross-entropy contains a softmax. A name stands for
all forms of a function: ``exp`` means ``torch.exp``, ``Tensor.exp_`` and
``torch.ops.aten.exp``.
"""

MAKING = """
    arange array as_tensor asarray bernoulli cartesian_prod complex empty empty_like
    empty_permuted empty_strided eye from_numpy frombuffer full full_like linspace
    logspace manual_seed meshgrid multinomial new new_empty new_empty_strided new_full
    new_ones new_tensor new_zeros normal ones ones_like polar rand rand_like randint
    randint_like randn randn_like random randperm scalar_tensor seed tensor tril_indices
    triu_indices uniform zeros zeros_like
"""
NUMBERS = """
    abs absolute acos acosh add addbmm addcdiv addcmul addmm addmv addr and angle arccos
    arcsin arctan arctan2 asin asinh atan atan2 atanh baddbmm bitwise_and
    bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor bmm bool
    ceil celu clamp clamp_max clamp_min clip conj copysign cos cosh cross deg2rad dist
    div divide divmod dot einsum elu eq equal erf exp exp2 expm1 fix float float_power
    floor floor_divide floordiv fmax fmin fmod frac gcd ge gelu greater greater_equal gt
    hardtanh heaviside hypot iadd iand idiv ifloordiv ilshift imag imod imul index inner
    int inverse invert ior ipow irshift isub itruediv ixor kron lcm le leaky_relu lerp
    less less_equal linear log log10 log1p log2 log_softmax logaddexp logaddexp2
    logical_and logical_not logical_or logical_xor logit logsigmoid logsumexp lshift lt
    matmul matrix_exp matrix_power maximum minimum mish mm mod mul multi_dot multiply mv
    nan_to_num ne neg negative normalize not_equal or outer pos positive pow prelu
    rad2deg radd rand rdiv real reciprocal relu relu6 remainder rfloordiv rlshift
    rmatmul rmod rmul ror round rpow rrshift rshift rsqrt rsub rtruediv rxor selu
    sigmoid sign signbit silu sin sinc sinh softmax softplus sqrt square sub subtract
    swish tan tanh tensordot threshold true_divide truediv trunc vdot xlogy xor
"""
SUMMARIES = """
    all allclose amax amin aminmax any argmax argmin argsort argwhere bincount bucketize
    corrcoef count_nonzero cov cummax cummin cumprod cumsum det diff histc isclose
    isfinite isin isinf isnan isneginf isposinf isreal kthvalue linalg_matrix_norm
    linalg_norm linalg_vector_norm matrix_norm max mean median min mode msort nanmean
    nanmedian nansum nonzero norm prod quantile searchsorted sort std std_mean sum topk
    trace unique unique_consecutive var var_mean vector_norm
"""
SHAPES = """
    adjoint atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes
    broadcast_tensors broadcast_to cat chunk clone column_stack combinations concat
    concatenate constant constant_pad_nd contiguous copy deepcopy detach diag diag_embed
    diagflat diagonal diagonal_scatter dsplit dstack expand expand_as fill fill_diagonal
    flatten flip fliplr flipud gather getitem hsplit hstack index_add index_copy
    index_fill index_put index_reduce index_select masked_fill masked_scatter
    masked_select moveaxis movedim narrow narrow_copy pad permute put ravel repeat
    repeat_interleave reshape reshape_as resize resize_as resolve_conj resolve_neg roll
    rot90 row_stack scatter scatter_add scatter_reduce select select_scatter setitem
    slice_scatter split split_with_sizes squeeze stack swapaxes swapdims t take
    take_along_dim tensor_split tile transpose tril triu unbind unflatten unfold
    unravel_index unsafe_chunk unsafe_split unsqueeze vander view view_as
    view_as_complex view_as_real vsplit vstack where zero
"""
ABOUT = """
    as_subclass array_priority array_wrap bfloat16 byte can_cast char contains cpu cuda
    data data_ptr delete delitem dense_dim device dim double dtype element_size finfo
    format get get_default_dtype get_device has_compatible_shallow_copy_type grad_fn
    half hash is_complex is_conj is_contiguous is_floating_point is_grad_enabled
    is_inference is_leaf is_neg is_nonzero is_same_size is_set_to is_signed is_sparse
    is_storage is_tensor item iter layout len long ndim ndimension nelement numel numpy
    parse_to pin_memory promote_types reduce reduce_ex register_hook repr requires_grad
    result_type retain_grad reversed set set_default_dtype set_grad_enabled
    set_printoptions setstate shape short size storage_offset stride to tolist type
    type_as version
"""
PARTS = """
    alpha_dropout constant conv1d cosine_similarity dirac dropout dropout1d embedding
    feature_dropout kaiming_normal kaiming_uniform layer_norm
    multi_head_attention_forward one_hot orthogonal pad_sequence rms_norm
    scaled_dot_product_attention trunc_normal xavier_normal xavier_uniform
"""
# Only the tasks in BESIDES need gradients, because they train or differentiate.
GRADIENTS = "backward grad register_post_accumulate_grad_hook"
LEARNING = f"""
    {GRADIENTS} clip_grad_norm cross_entropy cross_entropy_loss foreach_add
    foreach_addcdiv foreach_addcmul foreach_div foreach_lerp foreach_mul foreach_norm
    foreach_sqrt foreach_sub foreach_zero kl_div nll_loss nll_loss_nd
    record_function_enter record_function_enter_new record_function_exit
"""
# Answers to NumPy tasks may use torch, because common code for positions does. But they
# may not use the functions that these tasks are about.
NOT_IN_NUMPY = f"{PARTS} log_softmax logsigmoid logsumexp normalize sigmoid softmax"
NUMPY = """
    attention.softmax attention.softmax_jacobian
    embedding.analogy embedding.cosine_similarity embedding.embed_by_lookup
    embedding.embed_by_matmul embedding.one_hot embedding.pad_batch
    positional_encoding.angular_frequencies positional_encoding.position_similarity
    positional_encoding.shift_matrix positional_encoding.sinusoidal_encoding
    positional_encoding.to_halves residual_norm.layer_norm residual_norm.min_max
    residual_norm.standardize residual_norm.weight_norm
"""
EVERYWHERE = frozenset(
    " ".join((MAKING, NUMBERS, SUMMARIES, SHAPES, ABOUT, PARTS)).split()
)
BESIDES = {
    "residual_norm.gradient_lengths": frozenset(GRADIENTS.split()),
    "translator": frozenset(LEARNING.split()),
}


def allowed(task_id: str) -> frozenset[str]:
    """Return the names of the functions that answers to a task may call."""
    more = BESIDES.get(task_id, BESIDES.get(task_id.split(".")[0], frozenset()))
    less = NOT_IN_NUMPY.split() if task_id in NUMPY.split() else []
    return (EVERYWHERE | more) - {*less}
